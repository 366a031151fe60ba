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

    let placeholder: Placeholder
    let options: SealOptions
    let suite: SealingSuite
    let pushType: PushType
    /// The contents; the first one takes the padding to the maximum.
    let parts: [Part]
    /// The body with an empty string as each envelope.
    let body: JSONObject
    let visibleByteCount: Int
    /// The most bytes of body that APNs accepts.
    let limit: Int
    /// The size of the fields before a content, in bytes.
    let fieldByteCount: Int

    /// Plans a push, whether it fits or not; the options have been checked.
    init(
        of payload: Payload, placeholder: Placeholder, options: SealOptions, suite: SealingSuite
    ) throws(SealError) {
        pushType = try Self.check(payload, options)
        parts = try Self.parts(of: payload, pushType: pushType)
        body = try VisiblePart.body(
            of: payload, pushType: pushType, parts: parts, placeholder: placeholder, options: options)
        try payload.requireDocumentedTypes(of: pushType)
        visibleByteCount = body.serialized().count
        limit = options.isBroadcast ? BroadcastHeaders.maximumByteCount : pushType.maximumByteCount
        fieldByteCount = Message.fieldByteCount(counts: options.sequence != nil)
        (self.placeholder, self.options, self.suite) = (placeholder, options, suite)
    }

    /// Refuses a payload that cannot be sealed, and returns its push type.
    private static func check(_ payload: Payload, _ options: SealOptions) throws(SealError) -> PushType {
        if let aps = payload.root["aps"], aps.objectValue == nil {
            throw SealError(.invalidPayload, "expected a JSON object as aps, found \(aps.kind)")
        }
        guard !payload.hasCommands || payload.commands != nil else {
            throw SealError(
                .invalidPayload, "expected commands that a device carries out as \(NotificationCommands.memberName)")
        }
        guard payload.attachments != nil else {
            throw SealError(
                .invalidPayload,
                "expected attachments that a device fetches in \(NotificationCommands.memberName).\(Payload.attachmentsName)"
            )
        }
        let pushType = try options.checkedPushType(for: payload)
        try payload.root.requireSealable(named: "payload")
        return pushType
    }

    /// Returns the whole payload or, of a Live Activity, the objects that the app reads.
    private static func parts(of payload: Payload, pushType: PushType) throws(SealError) -> [Part] {
        let objects: [SealedObject]
        if pushType == .liveactivity {
            let hasAttributes = payload.aps.event == .start || payload.aps.members.contains("attributes")
            objects = hasAttributes ? [.contentState, .attributes] : [.contentState]
        } else {
            objects = [.root(of: pushType)]
        }
        var parts: [Part] = []
        for object in objects {
            guard let members = object.content(in: payload.root) else {
                throw SealError(
                    .invalidPayload, "expected a JSON object to seal at \(object.path?.description ?? "the root")")
            }
            parts.append(Part(object: object, members: members, content: members.serialized()))
        }
        return parts
    }
}

extension SealPlan {
    /// The number of bytes that the sealed content may grow by, whichever part grows; negative when it is too large.
    var bytesLeft: Int {
        let sizes = leastMessageByteCounts
        let characters = sizes.reduce(0) { $0 + suite.characterCount(ofMessage: $1) }
        // Base64url rounds up for each part, so that one part may have a byte or two more left than the other.
        return sizes.map { capacity(without: characters - suite.characterCount(ofMessage: $0)) - $0 }.min() ?? 0
    }

    /// The sizes of the padded messages in bytes; nil when they do not fit.
    var messageByteCounts: [Int]? {
        var sizes = leastMessageByteCounts
        for index in sizes.indices.reversed() {
            let own = suite.characterCount(ofMessage: sizes[index])
            let others = sizes.reduce(0) { $0 + suite.characterCount(ofMessage: $1) } - own
            let size = (index == 0 || options.padding != .maximum ? options.padding : .standard)
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
    func tooLarge(unused: [OverflowStep]) -> SealError {
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
