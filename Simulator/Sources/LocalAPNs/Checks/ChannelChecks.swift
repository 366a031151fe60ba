import Foundation
import PushPayload

extension Check {
    /// The maximum length of a channel's identifier, in characters.
    ///
    /// Apple: "don't make assumptions on the channel ID size", and BadChannelId for one "greater than the allowed length".
    private static let maximumChannelLength = 200

    static let bundleID = Check(
        "the provider may use the bundle id of the path, which has no suffix",
        [.topicDisallowed, .topicMismatch, .featureNotEnabled], .documented,
        "Broadcast errors: TopicDisallowed for a suffix, TopicMismatch, FeatureNotEnabled"
    ) { context in
        let hasSuffix = PushType.documented.map(\.topicSuffix).contains { suffix in
            !suffix.isEmpty && context.bundleID.hasSuffix(suffix)
        }
        guard isTopic(context.bundleID), !hasSuffix else { return .because(.topicDisallowed) }
        let topics = context.certificate.map(\.topics) ?? context.key?.topics
        guard topics?.contains(context.bundleID) ?? true else { return .because(.topicMismatch) }
        return context.policy.hasBroadcasts ? nil : .because(.featureNotEnabled)
    }

    static let requestID = Check(
        "apns-request-id is a UUID", [.badMessageID], .inferred,
        "Channels: a canonical UUID; BadMessageId is the only reason for an identifier"
    ) { context in
        checkID("apns-request-id", of: &context)
    }

    // MARK: - Broadcasts

    static let broadcastPath = Check(
        "the path is /4/broadcasts/apps/ and a bundle id", [.badPath], .documented, "Broadcast: the path"
    ) { context in
        let parts = context.request.path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[3] == "apps", !parts[4].isEmpty else { return .because(.badPath) }
        context.bundleID = String(parts[4])
        return nil
    }

    static let broadcastChannel = Check(
        "the channel belongs to the app", [.missingChannelID, .badChannelID, .channelNotRegistered], .documented,
        "Broadcast: after authentication \"APNs then validates the channel ID\"; Broadcast errors"
    ) { context in checkChannel(of: context) }

    static let broadcastType = Check(
        "apns-push-type is LiveActivity", [.missingPushType, .invalidPushType], .documented,
        "Broadcast errors; Apple spells the type in three ways, so its case is not compared"
    ) { context in
        guard let text = context.request["apns-push-type"] else { return .because(.missingPushType) }
        context.pushType = .liveactivity
        return text.lowercased() == PushType.liveactivity.rawValue ? nil : .because(.invalidPushType)
    }

    static let broadcastPriority = Check(
        "apns-priority is 10, 5 or 1", [.badPriority], .documented,
        "Broadcast: required; BadPriority for a missing one is inferred"
    ) { context in
        let text = context.request["apns-priority"]
        guard let priority = text.flatMap({ ["10": 10, "5": 5, "1": 1][$0] }) else { return .because(.badPriority) }
        context.priority = priority
        return nil
    }

    static let broadcastExpiration = Check(
        "apns-expiration is a UNIX time, and 0 on a channel without storage", [.badExpirationDate], .documented,
        "Broadcast: required, \"a nonzero expiration for a channel created with the No Message Stored storage policy "
            + "results in message rejection\"; BadExpirationDate for a missing one is inferred"
    ) { context in
        guard let text = context.request["apns-expiration"], isDecimal(text), let seconds = Int64(text),
            seconds == 0 || context.channel?.storage != BroadcastChannel.Storage.none
        else { return .because(.badExpirationDate) }
        context.expiration = seconds
        return nil
    }

    static let broadcastSize = Check(
        "the body has at most 5,120 bytes", [.payloadTooLarge], .documented, "Broadcast: 5 KB (5,120 bytes)"
    ) { context in
        exceeds(BroadcastHeaders.maximumByteCount, context)
    }

    static let broadcastSyntax = Check(
        "the body is a JSON object", [.badRequestPayload], .documented, "Broadcast errors: BadRequestPayload"
    ) { context in
        (try? Payload(parsing: context.request.body)) == nil ? .because(.badRequestPayload) : nil
    }

    // MARK: - Management

    static let managementPath = Check(
        "the path is /1/apps/, a bundle id, and channels or all-channels", [.badPath], .documented,
        "Channels: the paths"
    ) { context in
        let parts = context.request.path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0].isEmpty, parts[1] == "1", parts[2] == "apps", !parts[3].isEmpty,
            parts[4] == "channels" || parts[4] == "all-channels"
        else { return .because(.badPath) }
        context.bundleID = String(parts[3])
        return nil
    }

    static let managementMethod = Check(
        "the method is POST, GET or DELETE, for all channels GET", [.methodNotAllowed], .documented,
        "Channels: the methods; Broadcast errors: MethodNotAllowed"
    ) { context in
        switch (context.request.method, context.request.path.hasSuffix("/all-channels")) {
        case ("GET", true): context.operation = .list
        // The configuration is read after authentication.
        case ("POST", false): context.operation = .create(.none)
        case ("GET", false): context.operation = .read
        case ("DELETE", false): context.operation = .delete
        default: return .because(.methodNotAllowed)
        }
        return nil
    }

    static let channelConfiguration = Check(
        "a new channel has a storage policy and the push type LiveActivity",
        [.payloadEmpty, .badRequestPayload, .badRequestParams, .missingPushType, .invalidPushType], .documented,
        "Channels: message-storage-policy 0 or 1, push-type LiveActivity; BadRequestParams for a missing or wrong "
            + "policy is inferred"
    ) { context in
        guard case .create = context.operation else { return nil }
        guard !context.request.body.isEmpty else { return .because(.payloadEmpty) }
        guard let json = try? JSONValue(parsing: context.request.body).objectValue else {
            return .because(.badRequestPayload)
        }
        let known: Set<UTF8Text> = ["message-storage-policy", "push-type"]
        guard json.members.allSatisfy({ known.contains($0.name) }),
            let number = json["message-storage-policy"]?.numberValue?.int,
            let storage = BroadcastChannel.Storage(rawValue: number)
        else { return .because(.badRequestParams) }
        guard let type = json["push-type"] else { return .because(.missingPushType) }
        guard type.stringValue?.lowercased() == PushType.liveactivity.rawValue else {
            return .because(.invalidPushType)
        }
        context.operation = .create(storage)
        return nil
    }

    static let managedChannel = Check(
        "the channel exists, or there is room for a new one",
        [.missingChannelID, .badChannelID, .channelNotRegistered, .cannotCreateChannelConfig], .documented,
        "Broadcast errors; Channels: 10,000 channels for each app and environment"
    ) { context in
        switch context.operation {
        case .read, .delete: checkChannel(of: context)
        case .create:
            context.channelCount < context.policy.channelLimit ? nil : .because(.cannotCreateChannelConfig)
        case .list: nil
        }
    }

    private static func checkChannel(of context: CheckContext) -> Rejection? {
        guard let id = context.request["apns-channel-id"] else { return .because(.missingChannelID) }
        guard !id.isEmpty, id.utf8.count <= maximumChannelLength, Data(base64Encoded: id) != nil else {
            return .because(.badChannelID)
        }
        return context.channel?.bundleID == context.bundleID ? nil : .because(.channelNotRegistered)
    }
}
