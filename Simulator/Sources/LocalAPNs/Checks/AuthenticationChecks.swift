extension Check {
    /// A provider token is valid for one hour, 3600 seconds.
    static let tokenLifetime: Int64 = 3_600
    /// A provider token is renewed at most every 20 minutes, in milliseconds.
    static let tokenUpdateInterval: Int64 = 20 * 60 * 1000

    static let authentication = Check(
        "the provider is who it says",
        [
            .missingProviderToken, .invalidProviderToken, .expiredProviderToken, .badEnvironmentKeyIDInToken,
            .badEnvironmentKeyInToken, .unrelatedKeyIDInToken, .badCertificate, .badCertificateEnvironment,
        ],
        .documented,
        "Sending: only \"if validation succeeds\" the device token is looked at; Token auth: alg, kid, iss, iat, one hour, "
            + "one team and related keys on one connection"
    ) { examination in
        if let certificate = examination.certificate { return check(certificate, of: examination) }
        guard let authorization = examination.request["authorization"] else { return .because(.missingProviderToken) }
        guard authorization.count > 7, authorization.prefix(7).lowercased() == "bearer " else {
            return .because(.invalidProviderToken)
        }
        return check(authorization.dropFirst(7), of: &examination)
    }

    private static func check(
        _ certificate: PushConnection.Certificate,
        of examination: Examination
    ) -> Refusal? {
        guard !certificate.topics.isEmpty else { return .because(.badCertificate) }
        let isRight = certificate.environments.contains(examination.policy.environment)
        return isRight ? nil : .because(.badCertificateEnvironment)
    }

    private static func check(_ text: Substring, of examination: inout Examination) -> Refusal? {
        if let use = examination.connection.tokens.values.first(where: { $0.text == text }) {
            examination.key = use.key
            return isExpired(use.issuedAt, at: examination.seconds) ? .because(.expiredProviderToken) : nil
        }
        guard let token = ProviderToken(parsing: text, policy: examination.policy),
            let key = examination.keys[token.keyID]
        else { return .because(.invalidProviderToken) }
        guard token.team == key.team, token.isSigned(by: key.publicKey) else {
            return .because(.invalidProviderToken)
        }
        guard key.environments.contains(examination.policy.environment) else {
            return .because(examination.policy.environmentReason)
        }
        guard !isExpired(token.issuedAt, at: examination.seconds) else { return .because(.expiredProviderToken) }
        // "no more than one hour from the current time" holds in both directions.
        guard token.issuedAt <= examination.seconds + tokenLifetime else { return .because(.invalidProviderToken) }
        if let first = examination.connection.firstKey {
            guard first.team == key.team else { return .because(.invalidProviderToken) }
            guard first.isRelated(to: key) else { return .because(.unrelatedKeyIDInToken) }
        }
        examination.key = key
        examination.newToken = PushConnection.TokenUse(
            text: String(text), key: key, issuedAt: token.issuedAt, since: examination.now)
        return nil
    }

    private static func isExpired(_ issuedAt: Int64, at now: Int64) -> Bool {
        issuedAt < now - tokenLifetime
    }

    static let tokenUpdates = Check(
        "the provider token was not renewed within 20 minutes", [.tooManyProviderTokenUpdates], .documented,
        "Token auth: refresh no more than once every 20 minutes; that it counts by connection and key is inferred"
    ) { examination in
        guard let use = examination.newToken else { return nil }
        if let earlier = examination.connection.tokens[use.key.id],
            use.since - earlier.since < tokenUpdateInterval
        {
            return .because(.tooManyProviderTokenUpdates)
        }
        examination.connection.tokens[use.key.id] = use
        examination.connection.firstKey = examination.connection.firstKey ?? use.key
        return nil
    }
}
