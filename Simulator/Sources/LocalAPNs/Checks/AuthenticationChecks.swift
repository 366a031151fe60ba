extension Check {
    /// The lifetime of a provider token, in seconds: one hour.
    static let tokenLifetime: Int64 = 3_600
    /// The shortest time between two provider tokens of a key, in milliseconds: 20 minutes.
    static let tokenUpdateInterval: Int64 = 20 * 60 * 1000

    static let authentication = Check(
        "the provider is authenticated",
        [
            .missingProviderToken, .invalidProviderToken, .expiredProviderToken, .badEnvironmentKeyIDInToken,
            .badEnvironmentKeyInToken, .unrelatedKeyIDInToken, .badCertificate, .badCertificateEnvironment,
        ],
        .documented,
        "Sending: the device token is checked only \"if validation succeeds\"; Token auth: alg, kid, iss, iat, one hour, "
            + "one team and related keys on one connection"
    ) { context in
        if let certificate = context.certificate { return check(certificate, of: context) }
        guard let authorization = context.request["authorization"] else { return .because(.missingProviderToken) }
        guard authorization.count > 7, authorization.prefix(7).lowercased() == "bearer " else {
            return .because(.invalidProviderToken)
        }
        return check(authorization.dropFirst(7), of: &context)
    }

    private static func check(
        _ certificate: PushConnection.Certificate,
        of context: CheckContext
    ) -> Refusal? {
        guard !certificate.topics.isEmpty else { return .because(.badCertificate) }
        let isRight = certificate.environments.contains(context.policy.environment)
        return isRight ? nil : .because(.badCertificateEnvironment)
    }

    private static func check(_ text: Substring, of context: inout CheckContext) -> Refusal? {
        if let use = context.connection.tokens.values.first(where: { $0.text == text }) {
            context.key = use.key
            return isExpired(use.issuedAt, at: context.seconds) ? .because(.expiredProviderToken) : nil
        }
        guard let token = ProviderToken(parsing: text, policy: context.policy),
            let key = context.keys[token.keyID]
        else { return .because(.invalidProviderToken) }
        guard token.team == key.team, token.isSigned(by: key.publicKey) else {
            return .because(.invalidProviderToken)
        }
        guard key.environments.contains(context.policy.environment) else {
            return .because(context.policy.environmentReason)
        }
        guard !isExpired(token.issuedAt, at: context.seconds) else { return .because(.expiredProviderToken) }
        // "no more than one hour from the current time" holds in both directions.
        guard token.issuedAt <= context.seconds + tokenLifetime else { return .because(.invalidProviderToken) }
        if let first = context.connection.firstKey {
            guard first.team == key.team else { return .because(.invalidProviderToken) }
            guard first.isRelated(to: key) else { return .because(.unrelatedKeyIDInToken) }
        }
        context.key = key
        context.newToken = PushConnection.TokenUse(
            text: String(text), key: key, issuedAt: token.issuedAt, since: context.now)
        return nil
    }

    private static func isExpired(_ issuedAt: Int64, at now: Int64) -> Bool {
        issuedAt < now - tokenLifetime
    }

    static let tokenUpdates = Check(
        "the provider token was not renewed within 20 minutes", [.tooManyProviderTokenUpdates], .documented,
        "Token auth: refresh no more than once every 20 minutes; the count by connection and key is inferred"
    ) { context in
        guard let use = context.newToken else { return nil }
        if let earlier = context.connection.tokens[use.key.id],
            use.since - earlier.since < tokenUpdateInterval
        {
            return .because(.tooManyProviderTokenUpdates)
        }
        context.connection.tokens[use.key.id] = use
        context.connection.firstKey = context.connection.firstKey ?? use.key
        return nil
    }
}
