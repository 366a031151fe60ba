/// The headers of a request, by their names in lower case.
struct LintHeaders {
    let fields: [(name: String, value: String)]

    init(_ fields: [(name: String, value: String)]) {
        self.fields = fields.map { ($0.name.lowercased(), $0.value) }
    }

    /// The first value of a header.
    subscript(name: String) -> String? {
        fields.first { $0.name == name }?.value
    }

    /// The headers that Apple lists (Sending notification requests to APNs; Sending broadcast push notification requests
    /// to APNs).
    static let known = [
        "apns-topic", "apns-push-type", "apns-id", "apns-expiration", "apns-priority", "apns-collapse-id",
        "apns-channel-id", "apns-request-id",
    ]
}

extension LintRun {
    /// Checks the headers of the request.
    mutating func checkHeaders() {
        guard let headers else { return }
        checkNames(headers)
        checkAuthorization(headers)
        checkPushTypeHeader(headers)
        if destination == .broadcast { checkBroadcast(headers) } else { checkTopic(headers) }
        checkPriority(headers)
        checkExpiration(headers)
        if let id = headers["apns-collapse-id"], !(1...64).contains(id.utf8.count) {
            report(
                .collapseIDLength, header: "apns-collapse-id", "A collapse id has 1 to 64 bytes, not \(id.utf8.count).")
        }
        if let id = headers["apns-id"], !id.isCanonicalUUID {
            if id.lowercased().isCanonicalUUID {
                report(.idUpperCase, header: "apns-id", "Apple writes the hexadecimal digits of an id in lower case.")
            } else {
                report(.idInvalid, header: "apns-id", "An id is a UUID, 8-4-4-4-12 hexadecimal digits.")
            }
        }
    }

    private mutating func checkNames(_ headers: LintHeaders) {
        var seen: Set<String> = []
        for field in headers.fields {
            if !seen.insert(field.name).inserted {
                report(.duplicateHeader, header: field.name, "The header \(field.name) occurs more than once.")
            } else if field.name.hasPrefix("apns-"), !LintHeaders.known.contains(field.name) {
                report(.unknownHeader, header: field.name, "\(field.name) is none of the headers that APNs reads.")
            }
        }
    }

    private mutating func checkAuthorization(_ headers: LintHeaders) {
        guard let value = headers["authorization"] else { return }
        let words = value.split(separator: " ", omittingEmptySubsequences: false)
        let parts = words.last?.split(separator: ".", omittingEmptySubsequences: false) ?? []
        let isToken =
            words.count == 2 && words[0].lowercased() == "bearer" && parts.count == 3
            && parts.allSatisfy { part in !part.isEmpty && part.utf8.allSatisfy(\.isBase64URL) }
        if !isToken {
            report(
                .authorizationMalformed, header: "authorization",
                "The value is bearer, a space, and a JSON web token of three parts.")
        }
    }

    private mutating func checkPushTypeHeader(_ headers: LintHeaders) {
        guard destination == .device else { return }
        guard let type = headers["apns-push-type"] else {
            report(
                .pushTypeMissing, header: "apns-push-type",
                "watchOS requires the push type and the others recommend it.")
            return
        }
        if !PushType.documented.contains(PushType(rawValue: type)) {
            report(
                .pushTypeUnknown, header: "apns-push-type",
                "The push type is one of \(PushType.documented.map(\.rawValue).joined(separator: ", ")).")
        }
    }

    private mutating func checkTopic(_ headers: LintHeaders) {
        guard let topic = headers["apns-topic"] else {
            report(.topicMissing, header: "apns-topic", "Only a certificate for a single topic does without one.")
            return
        }
        guard topic.isHeaderToken else {
            report(.topicMalformed, header: "apns-topic", "A topic is printable ASCII without spaces.")
            return
        }
        guard let pushType, PushType.documented.contains(pushType) else { return }
        let suffix = pushType.topicSuffix
        if !topic.hasSuffix(suffix) || topic == suffix {
            report(.topicSuffix, header: "apns-topic", "The topic of a \(pushType.rawValue) push ends with \(suffix).")
        } else if suffix.isEmpty, let other = PushType.documented.first(where: { $0.owns(topic) }) {
            report(
                .topicSuffix, header: "apns-topic",
                "The topic ends as that of a \(other.rawValue) push; the push type is \(pushType.rawValue).")
        }
    }

    private mutating func checkPriority(_ headers: LintHeaders) {
        let name = "apns-priority"
        guard let value = headers[name] else {
            if pushType == .background {
                report(.backgroundPriorityOmitted, header: name, "Without a priority APNs takes 10; say 5.")
            }
            return
        }
        switch (Priority(header: value), pushType) {
        case (nil, _):
            report(.priorityInvalid, header: name, "A priority is 10, 5 or 1.")
        case (.immediately, .background):
            report(.backgroundPriorityTen, header: name, "A background push has priority 5; 10 is an error.")
        case (.prioritizingDevicePower, .background):
            report(
                .backgroundPriorityOne, header: name, "Apple asks for priority 5; whether 1 is taken is not documented."
            )
        case (.prioritizingDevicePower, .liveactivity):
            report(.liveActivityPriority, header: name, "A Live Activity push has priority 5 or 10.")
        case (.consideringDevicePower, .pushtotalk), (.prioritizingDevicePower, .pushtotalk):
            report(.pushToTalkPriority, header: name, "A Push to Talk push has priority 10.")
        default: break
        }
    }

    private mutating func checkExpiration(_ headers: LintHeaders) {
        let name = "apns-expiration"
        let isCall = pushType == .voip || pushType == .pushtotalk
        guard let value = headers[name] else {
            if isCall {
                report(.callStored, header: name, "Without an expiration APNs may store a call for days; say 0.")
            }
            return
        }
        guard !value.isEmpty, value.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let seconds = Int(value) else {
            report(.expirationInvalid, header: name, "An expiration is UNIX seconds in decimal.")
            return
        }
        if seconds >= 100_000_000_000 {
            report(.dateInMilliseconds, header: name, "An expiration is in seconds; this looks like milliseconds.")
        } else if pushType == .pushtotalk, seconds != 0 {
            report(.callStored, header: name, "A Push to Talk push has the expiration 0.")
        }
    }
}

extension PushType {
    /// Whether a topic ends with the suffix of this type.
    fileprivate func owns(_ topic: String) -> Bool {
        !topicSuffix.isEmpty && topic.hasSuffix(topicSuffix)
    }
}

extension UInt8 {
    fileprivate var isBase64URL: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }
}
