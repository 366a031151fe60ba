import PushPayload

extension Check {
    static let topic = Check(
        "the topic is present and well formed", [.missingTopic, .badTopic], .documented,
        "Sending: required unless the certificate has one topic; the condition for BadTopic, and that an empty topic "
            + "is a missing one, are inferred"
    ) { context in
        if let topic = context.request["apns-topic"], !topic.isEmpty {
            context.topic = topic
        } else if let only = context.certificate?.topics, only.count == 1, let topic = only.first {
            context.topic = topic
        } else {
            return .because(.missingTopic)
        }
        return isTopic(context.topic) ? nil : .because(.badTopic)
    }

    static let pushType = Check(
        "apns-push-type is one of the eleven", [.invalidPushType], .documented,
        "Sending: the table of push types; if it is missing, it is derived from the topic or the payload (inferred)"
    ) { context in
        guard let text = context.request["apns-push-type"] else {
            context.pushType = derivedType(of: context)
            return nil
        }
        let type = PushType(rawValue: text)
        let types = PushType.documented.map(\.rawValue).joined(separator: ", ")
        guard PushType.documented.contains(type) else { return .because(.invalidPushType, "expected one of \(types)") }
        context.pushType = type
        return nil
    }

    static let topicOfType = Check(
        "the topic has the push type's suffix", [.badTopic], .inferred,
        "Sending: the suffix of each push type; BadTopic for a missing suffix is inferred"
    ) { context in
        let suffix = context.pushType.topicSuffix
        guard context.topic.hasSuffix(suffix), context.topic.utf8.count > suffix.utf8.count else {
            return .because(.badTopic, "expected a topic with the suffix \(suffix)")
        }
        let foreign = PushType.documented.map(\.topicSuffix).first { other in
            !other.isEmpty && other != suffix && context.topic.hasSuffix(other)
        }
        if let foreign { return .because(.badTopic, "\(foreign) is the suffix of another push type") }
        context.bundleID = String(context.topic.dropLast(suffix.count))
        return nil
    }

    static let topicAllowed = Check(
        "the provider may push to the topic", [.topicDisallowed, .forbidden], .documented,
        "Responses: TopicDisallowed; Sending: location and fileprovider require a token; Forbidden for a certificate "
            + "is inferred"
    ) { context in
        if let certificate = context.certificate {
            let isAllowed = certificate.topics.contains(context.topic) || certificate.topics.contains(context.bundleID)
            guard isAllowed else { return .because(.topicDisallowed) }
            let needsToken: [PushType] = [.location, .fileprovider]
            return needsToken.contains(context.pushType) ? .because(.forbidden) : nil
        }
        let isAllowed = context.key?.topics?.contains(context.bundleID) ?? true
        return isAllowed ? nil : .because(.topicDisallowed)
    }

    static func isTopic(_ text: String) -> Bool {
        !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || ".-_".contains($0)) }
    }

    private static func derivedType(of context: CheckContext) -> PushType {
        let bySuffix = PushType.documented.first { type in
            !type.topicSuffix.isEmpty && context.topic.hasSuffix(type.topicSuffix)
        }
        if let bySuffix { return bySuffix }
        let payload = try? Payload(parsing: context.request.body)
        let type = payload.flatMap(PushType.derived)
        return type.flatMap { $0.topicSuffix.isEmpty ? $0 : nil } ?? .alert
    }
}
