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
        "Sending: the device token is checked only \"if validation succeeds\"; Token auth: alg, kid, iss, iat, one "
            + "hour, one team and related keys on one connection"
    ) { context in
        if let certificate = context.certificate { return check(certificate, of: context) }
        guard let authorization = context.request["authorization"] else { return .because(.missingProviderToken) }
        guard authorization.count > 7, authorization.prefix(7).lowercased() == "bearer " else {
            return .because(.invalidProviderToken, "expected bearer, a space and the token in the field authorization")
        }
        return check(authorization.dropFirst(7), of: &context)
    }

    private static func check(
        _ certificate: PushConnection.Certificate,
        of context: CheckContext
    ) -> Rejection? {
        guard !certificate.topics.isEmpty else { return .because(.badCertificate) }
        let isRight = certificate.environments.contains(context.policy.environment)
        return isRight ? nil : .because(.badCertificateEnvironment)
    }

    private static func check(_ text: Substring, of context: inout CheckContext) -> Rejection? {
        if let use = context.connection.tokens.values.first(where: { $0.text == text }) {
            context.key = use.key
            return expiry(of: use.issuedAt, at: context.seconds)
        }
        let token: ProviderToken
        do {
            token = try ProviderToken(parsing: text, policy: context.policy)
        } catch {
            return .because(.invalidProviderToken, error.text)
        }
        guard let key = context.keys[token.keyID] else {
            return .because(.invalidProviderToken, "the service has no key with this kid")
        }
        guard token.team == key.team else {
            return .because(.invalidProviderToken, "the key of this kid belongs to another team than iss")
        }
        guard token.isSigned(by: key.publicKey) else {
            return .because(.invalidProviderToken, "the signature is not by the key of this kid")
        }
        guard key.environments.contains(context.policy.environment) else {
            return .because(context.policy.environmentReason)
        }
        if let refusal = expiry(of: token.issuedAt, at: context.seconds) { return refusal }
        // "no more than one hour from the current time" holds in both directions.
        guard token.issuedAt <= context.seconds + tokenLifetime else {
            return .because(.invalidProviderToken, "iat is \(token.issuedAt - context.seconds) seconds in the future")
        }
        if let first = context.connection.firstKey {
            guard first.team == key.team else {
                return .because(.invalidProviderToken, "the connection belongs to another team")
            }
            guard first.isRelated(to: key) else { return .because(.unrelatedKeyIDInToken) }
        }
        context.key = key
        context.hasExactTime = token.hasExactTime
        context.newToken = PushConnection.TokenUse(
            text: String(text), key: key, issuedAt: token.issuedAt, since: context.now)
        return nil
    }

    private static func expiry(of issuedAt: Int64, at now: Int64) -> Rejection? {
        guard issuedAt < now - tokenLifetime else { return nil }
        return .because(.expiredProviderToken, "iat is \(now - issuedAt) seconds ago, the limit is \(tokenLifetime)")
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
