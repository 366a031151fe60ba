import PushPayload
import StrictJSON

struct LintedPush {
    let text: [UInt8]
    let content: Result<JSONValue, JSONError>
    /// The payload; nil if the text is not a JSON object.
    let payload: Payload?
    /// The member `aps` of the payload if it is a dictionary.
    let aps: JSONObject?
    let headers: RequestHeaders?
    let destination: PushDestination
    /// The push type that the caller or a header states.
    let statedType: PushType?
    /// The stated push type, or the one that the content determines.
    let pushType: PushType?
    /// The push type that the content determines if it contradicts the stated one.
    let contradictingType: PushType?
    /// The push type whose rules the content has to follow; nil if it is unknown or contradicted, or `aps` is no dictionary.
    let contentType: PushType?
    let documentedMembers: [PayloadMember]
    let undocumentedMembers: [PayloadMember]

    init(
        _ text: [UInt8], destination: PushDestination, pushType: PushType?, headers: [(name: String, value: String)]?
    ) {
        self.text = text
        self.destination = destination
        self.headers = headers.map(RequestHeaders.init)
        content = Result { () throws(JSONError) in try JSONValue(parsing: text) }
        payload = (try? content.get())?.objectValue.map(Payload.init)
        aps = payload?["aps"]?.objectValue

        var stated = pushType ?? self.headers?["apns-push-type"].map(PushType.init(rawValue:))
        // A broadcast has no other type, and Apple's pages write this one in several cases.
        if destination == .broadcast, stated.map({ $0.rawValue.lowercased() == "liveactivity" }) ?? true {
            stated = .liveactivity
        }
        let determined = payload.flatMap(PushType.derived(from:))
        statedType = stated
        self.pushType = stated ?? determined
        contradictingType = determined.flatMap { determined in
            guard let stated, !stated.accepts(contentOf: determined) else { return nil }
            // The rules of alert and background pushes describe the difference between these two more precisely.
            return Set([stated, determined]) == [.alert, .background] ? nil : determined
        }
        let followsRules = payload != nil && contradictingType == nil && (aps != nil || payload?["aps"] == nil)
        contentType = followsRules ? self.pushType : nil

        let members = PayloadMember.all(
            in: aps ?? [:], at: ["aps"], as: .aps, isLiveActivity: self.pushType == .liveactivity)
        let root = payload?.root ?? [:]
        documentedMembers =
            members.filter { $0.type != nil }
            + (contentType.map { PayloadMember.besideAPS(of: root, pushType: $0) } ?? [])
        undocumentedMembers = members.filter { $0.type == nil }
    }

    var limit: Int {
        destination == .broadcast ? BroadcastHeaders.maximumByteCount : (pushType ?? .alert).maximumByteCount
    }

    var membersBesideAPS: [JSONObject.Member] {
        payload?.root.filter { $0.name != "aps" } ?? []
    }

    /// The dictionary `aps` if the content has to follow the rules of a push type.
    func aps(of type: PushType) -> JSONObject? { contentType == type ? aps : nil }
}
