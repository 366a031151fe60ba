import PushPayload
import StrictJSON

extension Payload {
    /// Refuses a member of Apple's whose value has another type than Apple documents, which the linter calls `wrong-type`.
    func requireDocumentedTypes(of pushType: PushType) throws(SealError) {
        let isLiveActivity = pushType == .liveactivity
        let aside = PayloadMember.besideAPS(of: root, pushType: pushType)
        let areDocumented = PayloadMember.haveDocumentedTypes(
            in: aps.members, as: .aps, isLiveActivity: isLiveActivity)
        guard !areDocumented || !aside.allSatisfy(\.hasDocumentedType) else { return }
        let members = PayloadMember.all(in: aps.members, at: ["aps"], as: .aps, isLiveActivity: isLiveActivity)
        let documented = members.filter { $0.type != nil } + aside
        if let (path, problem) = documented.lazy.flatMap(\.typeProblems).first {
            throw SealError(.invalidPayload, "at \(JSONPointer.text(of: path)): \(problem)")
        }
    }
}

extension JSONObject {
    /// Refuses an object that nests too deep; only one that was made in code can.
    func requireDepth(_ limit: Int = JSONLimits.deepest, named name: String) throws(SealError) {
        guard JSONValue.object(self).nests(atMost: limit, allowingNull: true) else {
            throw SealError(.invalidPayload, "the \(name) nests deeper than the limit of \(limit) levels")
        }
    }

    /// Refuses an object that nests too deep, or that holds a null, which APNs does not carry.
    func requireSealable(named name: String) throws(SealError) {
        if JSONValue.object(self).nests(atMost: JSONLimits.deepest, allowingNull: false) { return }
        try requireDepth(named: name)
        let null = JSONValue.object(self).paths(where: \.isNull).first ?? []
        throw SealError(
            .invalidPayload, "the \(name) holds a null at \(JSONPointer.text(of: null)), which APNs does not carry")
    }
}

extension JSONValue {
    /// Returns whether arrays and objects nest at most `depth` levels, the outermost counting as 1, and hold no refused null.
    fileprivate func nests(atMost depth: Int, allowingNull: Bool) -> Bool {
        func fits(_ value: JSONValue) -> Bool { value.nests(atMost: depth - 1, allowingNull: allowingNull) }
        return switch self {
        case .null: allowingNull
        case .bool, .number, .string: true
        case .object(let object): depth > 0 && object.members.indices.allSatisfy { fits(object.members[$0].value) }
        case .array(let elements): depth > 0 && elements.indices.allSatisfy { fits(elements[$0]) }
        }
    }
}
