extension Check {
    static let deviceToken = Check(
        "the service has issued the device token", [.badDeviceToken], .documented,
        "Responses: BadDeviceToken; Sending: no assumption about its size, so any even number of hex digits"
    ) { context in
        let token = context.token
        guard token.allSatisfy({ $0.isASCII && $0.isHexDigit }), token.utf8.count.isMultiple(of: 2),
            token.utf8.count <= context.policy.maximumTokenLength,
            let device = context.device, device.environment == context.policy.environment
        else { return .because(.badDeviceToken) }
        return nil
    }

    static let deviceTopic = Check(
        "the device token belongs to the topic", [.deviceTokenNotForTopic], .documented,
        "Responses: DeviceTokenNotForTopic"
    ) { context in
        context.device?.bundleID == context.bundleID
            ? nil : .because(.deviceTokenNotForTopic, context.device.map { "the token is for \($0.bundleID)" })
    }

    static let deviceValidity = Check(
        "the app is still on the device", [.unregistered, .expiredToken], .documented,
        "Responses: Unregistered and ExpiredToken with a timestamp in milliseconds"
    ) { context in
        switch context.device?.validity {
        case .unregistered(let since): Rejection(reason: .unregistered, timestamp: since)
        case .expired(let since): Rejection(reason: .expiredToken, timestamp: since)
        case .valid, nil: nil
        }
    }

    static let deviceRate = Check(
        "the device does not receive too many pushes", [.tooManyRequests], .inferred,
        "Responses: TooManyRequests, \"too many requests were made consecutively to the same device token\"; no number"
    ) { context in
        guard let limit = context.policy.pushesPerDeviceAndSecond, var rate = context.device?.rate else {
            return nil
        }
        rate = rate.second == context.seconds ? (rate.second, rate.count + 1) : (context.seconds, 1)
        context.device?.rate = rate
        return rate.count > limit ? .because(.tooManyRequests) : nil
    }
}
