import PushPayload

extension Check {
    static let topic = Check(
        "there is a topic", [.missingTopic, .badTopic], .documented,
        "Sending: required, but for a certificate of one topic; what makes a topic bad is inferred"
    ) { examination in
        if let topic = examination.request["apns-topic"] {
            examination.topic = topic
        } else if let only = examination.certificate?.topics, only.count == 1, let topic = only.first {
            examination.topic = topic
        } else {
            return .because(.missingTopic)
        }
        return isTopic(examination.topic) ? nil : .because(.badTopic)
    }

    static let pushType = Check(
        "apns-push-type is one of the eleven", [.invalidPushType], .documented,
        "Sending: the table of push types; where it is missing, the topic's suffix or the payload tells (inferred)"
    ) { examination in
        guard let text = examination.request["apns-push-type"] else {
            examination.pushType = derivedType(of: examination)
            return nil
        }
        let type = PushType(rawValue: text)
        guard PushType.documented.contains(type) else { return .because(.invalidPushType) }
        examination.pushType = type
        return nil
    }

    static let topicOfType = Check(
        "the topic has the push type's suffix", [.badTopic], .inferred,
        "Sending: the suffix of each push type; that its absence is BadTopic is inferred"
    ) { examination in
        let suffix = examination.pushType.topicSuffix
        guard examination.topic.hasSuffix(suffix), examination.topic.utf8.count > suffix.utf8.count else {
            return .because(.badTopic)
        }
        let foreign = PushType.documented.map(\.topicSuffix).first { other in
            !other.isEmpty && other != suffix && examination.topic.hasSuffix(other)
        }
        guard foreign == nil else { return .because(.badTopic) }
        examination.bundleID = String(examination.topic.dropLast(suffix.count))
        return nil
    }

    static let topicAllowed = Check(
        "the provider may push to the topic", [.topicDisallowed, .forbidden], .documented,
        "Responses: TopicDisallowed; Sending: location and fileprovider take no certificate; that this is Forbidden is "
            + "inferred"
    ) { examination in
        if let certificate = examination.certificate {
            let isAllowed =
                certificate.topics.contains(examination.topic) || certificate.topics.contains(examination.bundleID)
            guard isAllowed else { return .because(.topicDisallowed) }
            let needsToken: [PushType] = [.location, .fileprovider]
            return needsToken.contains(examination.pushType) ? .because(.forbidden) : nil
        }
        let isAllowed = examination.key?.topics?.contains(examination.bundleID) ?? true
        return isAllowed ? nil : .because(.topicDisallowed)
    }

    private static func isTopic(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }

    private static func derivedType(of examination: Examination) -> PushType {
        let bySuffix = PushType.documented.first { type in
            !type.topicSuffix.isEmpty && examination.topic.hasSuffix(type.topicSuffix)
        }
        if let bySuffix { return bySuffix }
        let payload = try? Payload(parsing: examination.request.body)
        let type = payload.flatMap(PushType.derived)
        return type.flatMap { $0.topicSuffix.isEmpty ? $0 : nil } ?? .alert
    }
}
