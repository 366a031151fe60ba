import Foundation
import LocalAPNs

extension Provocation {
    static let authentication: [Provocation] = [
        Provocation(403, "MissingProviderToken", "no authorization") {
            let bench = Bench()
            return try bench.answer(bench.request(without: ["authorization"]))
        },
        authorization("InvalidProviderToken", "another scheme") { _ in "Basic QTpC" },
        authorization("InvalidProviderToken", "an empty token") { _ in "bearer " },
        authorization("InvalidProviderToken", "no JWT") { _ in "bearer a.b.c" },
        authorization("InvalidProviderToken", "the signature's first digit changed") { bench in
            let parts = try bench.signer.token(issuedAt: bench.seconds).split(separator: ".")
            let first: Character = parts[2].first == "A" ? "B" : "A"
            return "bearer \(parts[0]).\(parts[1]).\(first)\(parts[2].dropFirst())"
        },
        authorization("InvalidProviderToken", "an unknown key") { bench in
            try "bearer " + TokenSigner(keyID: "ZZZZZZZZZZ", team: "DEF123GHIJ").token(issuedAt: bench.seconds)
        },
        authorization("InvalidProviderToken", "another key under the same identifier") { bench in
            try "bearer " + TokenSigner(keyID: "ABC123DEFG", team: "DEF123GHIJ").token(issuedAt: bench.seconds)
        },
        authorization("InvalidProviderToken", "an hour and a second ahead") { bench in
            try "bearer " + bench.signer.token(issuedAt: bench.seconds + 3_601)
        },
        authorization("ExpiredProviderToken", "an hour and a second old") { bench in
            try "bearer " + bench.signer.token(issuedAt: bench.seconds - 3_601)
        },
        Provocation(403, "InvalidProviderToken", "the key's owner is another team") {
            let bench = Bench()
            let signer = try TokenSigner(keyID: "ABC123DEFG", team: "OTHERTEAM1", pem: bench.signer.pem)
            return try bench.answer(bench.request(signer: signer))
        },
        Provocation(403, "ExpiredProviderToken", "an hour old by now, though good before on this connection") {
            let bench = Bench()
            let connection = PushConnection()
            let request = try bench.request()
            _ = try bench.answer(request, on: connection)
            bench.wait(seconds: 3_601)
            return try bench.answer(request, on: connection)
        },
        Provocation(403, "UnrelatedKeyIdInToken", "a second key on one connection") {
            let bench = Bench()
            let other = TokenSigner(keyID: "SECONDKEY1", team: "DEF123GHIJ")
            bench.service.add(ProviderKey(id: other.keyID, team: other.team, publicKey: other.publicKey))
            let connection = PushConnection()
            _ = try bench.answer(bench.request(), on: connection)
            return try bench.answer(bench.request(signer: other), on: connection)
        },
        Provocation(403, "InvalidProviderToken", "a second team on one connection") {
            let bench = Bench()
            let other = TokenSigner(keyID: "SECONDKEY1", team: "SECONDTEAM")
            bench.service.add(ProviderKey(id: other.keyID, team: other.team, publicKey: other.publicKey))
            let connection = PushConnection()
            _ = try bench.answer(bench.request(), on: connection)
            return try bench.answer(bench.request(signer: other), on: connection)
        },
        Provocation(403, "BadEnvironmentKeyIdInToken", "a key of the production environment") {
            try productionKey(ServicePolicy())
        },
        Provocation(403, "BadEnvironmentKeyInToken", "the same, as it was seen on the wire") {
            var policy = ServicePolicy()
            policy.environmentReason = .badEnvironmentKeyInToken
            return try productionKey(policy)
        },
        Provocation(400, "TopicDisallowed", "a key for other topics") {
            let bench = Bench()
            bench.service.add(
                ProviderKey(
                    id: bench.signer.keyID, team: bench.signer.team, publicKey: bench.signer.publicKey,
                    topics: ["com.example.shop"]))
            return try bench.answer(bench.request())
        },
        Provocation(429, "TooManyProviderTokenUpdates", "a new token after 19 minutes and 59 seconds") {
            let bench = Bench()
            let connection = PushConnection()
            _ = try bench.answer(bench.request(), on: connection)
            bench.wait(seconds: 1_199)
            return try bench.answer(bench.request(), on: connection)
        },
    ]

    private static func authorization(
        _ reason: String,
        _ because: String,
        _ value: @escaping @Sendable (Bench) throws -> String
    ) -> Provocation {
        Provocation(403, reason, because) {
            let bench = Bench()
            return try bench.answer(bench.request([("authorization", value(bench))]))
        }
    }

    private static func productionKey(_ policy: ServicePolicy) throws -> PushAnswer {
        let bench = Bench(policy)
        bench.service.add(
            ProviderKey(
                id: bench.signer.keyID, team: bench.signer.team, publicKey: bench.signer.publicKey,
                environments: [.production]))
        return try bench.answer(bench.request())
    }

    static let certificates: [Provocation] = [
        certificate(403, "BadCertificate", "no topics", []),
        certificate(403, "BadCertificateEnvironment", "for production", [Bench.topic], [.production]),
        certificate(400, "TopicDisallowed", "another app's", ["com.example.shop"]),
        certificate(
            400, "MissingTopic", "two topics and no apns-topic", [Bench.topic, "com.example.shop"], header: nil),
        certificate(403, "Forbidden", "a push type that takes no certificate", [Bench.topic], type: .location),
    ]

    private enum CertificateType { case alert, location }

    private static func certificate(
        _ status: Int,
        _ reason: String,
        _ because: String,
        _ topics: Set<String>,
        _ environments: Set<ServiceEnvironment> = [.development],
        header: String? = Bench.topic,
        type: CertificateType = .alert
    ) -> Provocation {
        Provocation(status, reason, "a certificate: \(because)") {
            let bench = Bench()
            var headers: [(name: String, value: String)] = []
            if let header { headers.append(("apns-topic", type == .location ? header + ".location-query" : header)) }
            if type == .location { headers.append(("apns-push-type", "location")) }
            let request = try bench.request(headers, without: ["authorization", "apns-topic"])
            let certificate = PushConnection.Certificate(topics: topics, environments: environments)
            return try bench.answer(request, on: PushConnection(certificate: certificate))
        }
    }

    static let devices: [Provocation] = [
        device(400, "BadDeviceToken", "no hex", token: "xyz1"),
        device(400, "BadDeviceToken", "an odd number of digits", token: "abc"),
        device(400, "BadDeviceToken", "202 digits", token: String(repeating: "ab", count: 101)),
        device(400, "BadDeviceToken", "never made", token: String(repeating: "ab", count: 32)),
        Provocation(400, "BadDeviceToken", "of the production environment") {
            let bench = Bench()
            bench.service.register("abcd", bundleID: Bench.topic, environment: .production)
            return try bench.answer(bench.request(token: "abcd"))
        },
        Provocation(410, "Unregistered", "the app was removed") {
            let bench = Bench()
            bench.service.unregister(Bench.token)
            return try bench.answer(bench.request())
        },
        Provocation(410, "ExpiredToken", "the device has another token") {
            let bench = Bench()
            bench.service.expire(Bench.token)
            return try bench.answer(bench.request())
        },
        Provocation(429, "TooManyRequests", "the third push in a second where two are allowed") {
            var policy = ServicePolicy()
            policy.pushesPerDeviceAndSecond = 2
            let bench = Bench(policy)
            for _ in 0..<2 { _ = try bench.answer(bench.request()) }
            return try bench.answer(bench.request())
        },
    ]

    private static func device(_ status: Int, _ reason: String, _ because: String, token: String) -> Provocation {
        Provocation(status, reason, because) {
            let bench = Bench()
            return try bench.answer(bench.request(token: token))
        }
    }

    /// What only a trouble of the service brings.
    static let troubles: [Provocation] = [
        trouble(500, "InternalServerError"), trouble(503, "ServiceUnavailable"), trouble(503, "Shutdown"),
        trouble(429, "TooManyRequests"),
    ]

    private static func trouble(_ status: Int, _ reason: String) -> Provocation {
        Provocation(status, reason, "an injected fault") {
            let bench = Bench()
            bench.service.inject(Fault(.answer(Reason(reason, status: status))))
            return try bench.answer(bench.request())
        }
    }
}
