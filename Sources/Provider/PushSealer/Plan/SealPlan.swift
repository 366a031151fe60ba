import PushPayload
import SealedEnvelope
import StrictJSON

/// A push before it is sealed: its visible part, its contents, and their sizes.
struct SealPlan {
    /// A content to seal and the object that it is sealed from.
    struct Part {
        let object: SealedObject
        let members: JSONObject
        let content: [UInt8]
    }

    let pushType: PushType
    let suite: SealingSuite
    /// The most bytes of body that APNs accepts.
    let limit: Int
    /// The body with an empty string as each envelope.
    let body: JSONObject
    let visibleByteCount: Int
    let envelopeKey: String
    /// The contents; the first one takes the padding to the maximum.
    let parts: [Part]
    /// The size of the fields before a content, in bytes.
    let fieldByteCount: Int

    init(
        of payload: Payload, placeholder: Placeholder, options: SealOptions, suite: SealingSuite
    ) throws(SealError) {
        try options.check()
        guard payload.root["aps"].map({ $0.objectValue != nil }) ?? true else {
            throw SealError(
                .invalidPayload, "expected a JSON object as aps, found \(payload.root["aps"]?.kind ?? "none")")
        }
        guard payload[NotificationCommands.memberName] == nil || payload.commands != nil else {
            throw SealError(
                .invalidPayload, "expected commands that a device carries out as \(NotificationCommands.memberName)")
        }
        let pushType = try options.checkedPushType(for: payload)
        try payload.root.requireSealable(named: "payload")

        var body: JSONObject
        let objects: [SealedObject]
        if pushType == .liveactivity {
            body = payload.root
            let hasAttributes = payload.aps.event == .start || payload.aps.members.contains("attributes")
            objects = hasAttributes ? [.contentState, .attributes] : [.contentState]
        } else {
            body = try VisiblePart.root(
                of: payload, pushType: pushType, placeholder: placeholder, visible: options.visible)
            objects = [.root(of: pushType)]
        }
        var parts: [Part] = []
        for object in objects {
            guard let members = object.content(in: payload.root) else {
                throw SealError(
                    .invalidPayload, "expected a JSON object to seal at \(object.path?.description ?? "the root")")
            }
            parts.append(Part(object: object, members: members, content: members.serialized()))
            if let path = object.path {
                object.replace(
                    in: &body, with: VisiblePart.members(of: members, at: path, visible: options.visible))
            }
            guard object.content(in: body)?.contains(options.envelopeKey) != true else {
                throw SealError(
                    .invalidEnvelopeKey, "the member \(options.envelopeKey) holds the envelope and cannot be visible")
            }
            object.setEnvelope("", named: options.envelopeKey, in: &body)
        }
        guard !body.contains(NotificationCommands.memberName) else {
            throw SealError(
                .visibleCommands,
                "the member \(NotificationCommands.memberName) holds commands to the device and cannot be visible")
        }
        try body.requireSealable(named: "visible part")
        self.pushType = pushType
        self.suite = suite
        limit = options.isBroadcast ? BroadcastHeaders.maximumByteCount : pushType.maximumByteCount
        self.body = body
        visibleByteCount = body.serialized().count
        envelopeKey = options.envelopeKey
        self.parts = parts
        fieldByteCount = Message.fieldByteCount(expires: options.expiresIn != nil, counts: options.sequence != nil)
    }

    /// The number of bytes that the sealed content may grow by, whichever part grows; negative when it is too large.
    var bytesLeft: Int {
        let sizes = leastMessageByteCounts
        let characters = sizes.reduce(0) { $0 + suite.characterCount(ofMessage: $1) }
        // Base64url rounds up for each part, so that one part may have a byte or two more left than the other.
        return sizes.map { capacity(without: characters - suite.characterCount(ofMessage: $0)) - $0 }.min() ?? 0
    }

    /// Returns the sizes of the padded messages in bytes; nil when they do not fit.
    func messageByteCounts(paddedBy padding: Padding) -> [Int]? {
        var sizes = leastMessageByteCounts
        for index in sizes.indices.reversed() {
            let own = suite.characterCount(ofMessage: sizes[index])
            let others = sizes.reduce(0) { $0 + suite.characterCount(ofMessage: $1) } - own
            let size = (index == 0 || padding != .maximum ? padding : .standard)
                .paddedByteCount(of: sizes[index] - 1, capacity: capacity(without: others))
            guard let size else { return nil }
            sizes[index] = size
        }
        return sizes
    }

    func bodyByteCount(messageByteCounts: [Int]) -> Int {
        visibleByteCount + messageByteCounts.reduce(0) { $0 + suite.characterCount(ofMessage: $1) }
    }

    /// The sizes of the messages with the least padding, in bytes.
    var leastMessageByteCounts: [Int] { parts.map { fieldByteCount + $0.content.count + 1 } }

    /// The error of a push that does not fit; `unused` are the overflow steps that found nothing to change.
    func tooLarge(unused: [OverflowStep] = []) -> SealError {
        let steps =
            unused.isEmpty ? "" : "; found nothing to change: " + unused.map(\.description).joined(separator: ", ")
        let least = bodyByteCount(messageByteCounts: leastMessageByteCounts)
        return SealError(
            .tooLarge,
            """
            the sealed push has \(least) bytes, \(least - limit) more than the \(limit) \
            that push type \(pushType.rawValue) allows\(steps)
            """,
            excessByteCount: least - limit)
    }

    private func capacity(without others: Int) -> Int {
        suite.messageByteCount(in: limit - visibleByteCount - others)
    }
}

extension SealedObject {
    func setEnvelope(_ text: String, named name: String, in body: inout JSONObject) {
        guard var object = content(in: body) else { return }
        object[name] = .string(text)
        replace(in: &body, with: object)
    }
}
