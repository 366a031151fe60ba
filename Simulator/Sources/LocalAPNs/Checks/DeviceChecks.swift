extension Check {
    static let deviceToken = Check(
        "the device token is one that the service has made", [.badDeviceToken], .documented,
        "Responses: BadDeviceToken; Sending: no assumption about its size, so any even number of hex digits"
    ) { examination in
        let token = examination.token
        let isHex = token.utf8.allSatisfy { isHexDigit($0, upperCase: false) }
        guard isHex, token.utf8.count.isMultiple(of: 2), token.utf8.count <= examination.policy.maximumTokenLength,
            let device = examination.device, device.environment == examination.policy.environment
        else { return .because(.badDeviceToken) }
        return nil
    }

    static let deviceTopic = Check(
        "the device token belongs to the topic", [.deviceTokenNotForTopic], .documented,
        "Responses: DeviceTokenNotForTopic"
    ) { examination in
        examination.device?.bundleID == examination.bundleID ? nil : .because(.deviceTokenNotForTopic)
    }

    static let deviceValidity = Check(
        "the app is still on the device", [.unregistered, .expiredToken], .documented,
        "Responses: Unregistered and ExpiredToken with a timestamp in milliseconds"
    ) { examination in
        switch examination.device?.validity {
        case .unregistered(let since): Refusal(.unregistered, since: since)
        case .expired(let since): Refusal(.expiredToken, since: since)
        case .valid, nil: nil
        }
    }

    static let deviceRate = Check(
        "the device does not get too many pushes", [.tooManyRequests], .inferred,
        "Responses: TooManyRequests, \"too many requests were made consecutively to the same device token\"; no number"
    ) { examination in
        guard let limit = examination.policy.pushesPerDeviceAndSecond, var rate = examination.device?.rate else {
            return nil
        }
        rate = rate.second == examination.seconds ? (rate.second, rate.count + 1) : (examination.seconds, 1)
        examination.device?.rate = rate
        return rate.count > limit ? .because(.tooManyRequests) : nil
    }
}
