import Foundation
import LocalAPNs
import Testing

extension RefusalCase {
    static let authentication: [RefusalCase] = [
        RefusalCase(403, "MissingProviderToken", "no authorization") {
            let harness = TestHarness()
            return try harness.answer(harness.request(without: ["authorization"]))
        },
        authorization("InvalidProviderToken", "another scheme") { _ in "Basic QTpC" },
        authorization("InvalidProviderToken", "an empty token") { _ in "bearer " },
        authorization("InvalidProviderToken", "no JWT") { _ in "bearer a.b.c" },
        authorization("InvalidProviderToken", "the signature's first digit changed") { harness in
            let parts = try harness.signer.token(issuedAt: harness.seconds).split(separator: ".")
            let first: Character = parts[2].first == "A" ? "B" : "A"
            return "bearer \(parts[0]).\(parts[1]).\(first)\(parts[2].dropFirst())"
        },
        authorization("InvalidProviderToken", "an unknown key") { harness in
            try "bearer " + TokenSigner(keyID: "ZZZZZZZZZZ", team: "DEF123GHIJ").token(issuedAt: harness.seconds)
        },
        authorization("InvalidProviderToken", "another key under the same identifier") { harness in
            try "bearer " + TokenSigner(keyID: "ABC123DEFG", team: "DEF123GHIJ").token(issuedAt: harness.seconds)
        },
        authorization("InvalidProviderToken", "an hour and a second ahead") { harness in
            try "bearer " + harness.signer.token(issuedAt: harness.seconds + 3_601)
        },
        authorization("ExpiredProviderToken", "an hour and a second old") { harness in
            try "bearer " + harness.signer.token(issuedAt: harness.seconds - 3_601)
        },
        RefusalCase(403, "InvalidProviderToken", "the key belongs to another team") {
            let harness = TestHarness()
            let signer = try TokenSigner(keyID: "ABC123DEFG", team: "OTHERTEAM1", pem: harness.signer.pem)
            return try harness.answer(harness.request(signer: signer))
        },
        RefusalCase(403, "ExpiredProviderToken", "an hour old, after it was valid on this connection") {
            let harness = TestHarness()
            let connection = PushConnection()
            let request = try harness.request()
            _ = try harness.answer(request, on: connection)
            harness.wait(seconds: 3_601)
            return try harness.answer(request, on: connection)
        },
        RefusalCase(403, "UnrelatedKeyIdInToken", "a second key on one connection") {
            let harness = TestHarness()
            let other = TokenSigner(keyID: "SECONDKEY1", team: "DEF123GHIJ")
            harness.service.add(ProviderKey(id: other.keyID, team: other.team, publicKey: other.publicKey))
            let connection = PushConnection()
            _ = try harness.answer(harness.request(), on: connection)
            return try harness.answer(harness.request(signer: other), on: connection)
        },
        RefusalCase(403, "InvalidProviderToken", "a second team on one connection") {
            let harness = TestHarness()
            let other = TokenSigner(keyID: "SECONDKEY1", team: "SECONDTEAM")
            harness.service.add(ProviderKey(id: other.keyID, team: other.team, publicKey: other.publicKey))
            let connection = PushConnection()
            _ = try harness.answer(harness.request(), on: connection)
            return try harness.answer(harness.request(signer: other), on: connection)
        },
        RefusalCase(403, "BadEnvironmentKeyIdInToken", "a key of the production environment") {
            try productionKey(ServicePolicy())
        },
        RefusalCase(403, "BadEnvironmentKeyInToken", "the spelling observed on the wire") {
            var policy = ServicePolicy()
            policy.environmentReason = .badEnvironmentKeyInToken
            return try productionKey(policy)
        },
        RefusalCase(400, "TopicDisallowed", "a key for other topics") {
            let harness = TestHarness()
            harness.service.add(
                ProviderKey(
                    id: harness.signer.keyID, team: harness.signer.team, publicKey: harness.signer.publicKey,
                    topics: ["com.example.shop"]))
            return try harness.answer(harness.request())
        },
        RefusalCase(429, "TooManyProviderTokenUpdates", "a new token after 19 minutes and 59 seconds") {
            let harness = TestHarness()
            let connection = PushConnection()
            _ = try harness.answer(harness.request(), on: connection)
            harness.wait(seconds: 1_199)
            return try harness.answer(harness.request(), on: connection)
        },
    ]

    private static func authorization(
        _ reason: String,
        _ because: String,
        _ value: @escaping @Sendable (TestHarness) throws -> String
    ) -> RefusalCase {
        RefusalCase(403, reason, because) {
            let harness = TestHarness()
            return try harness.answer(harness.request([("authorization", value(harness))]))
        }
    }

    private static func productionKey(_ policy: ServicePolicy) throws -> PushAnswer {
        let harness = TestHarness(policy)
        harness.service.add(
            ProviderKey(
                id: harness.signer.keyID, team: harness.signer.team, publicKey: harness.signer.publicKey,
                environments: [.production]))
        return try harness.answer(harness.request())
    }

    static let certificates: [RefusalCase] = [
        certificate(403, "BadCertificate", "no topics", []),
        certificate(403, "BadCertificateEnvironment", "for production", [TestHarness.topic], [.production]),
        certificate(400, "TopicDisallowed", "another app's", ["com.example.shop"]),
        certificate(
            400, "MissingTopic", "two topics and no apns-topic", [TestHarness.topic, "com.example.shop"], header: nil),
        certificate(403, "Forbidden", "a push type that takes no certificate", [TestHarness.topic], type: .location),
    ]

    private enum CertificateType { case alert, location }

    private static func certificate(
        _ status: Int,
        _ reason: String,
        _ because: String,
        _ topics: Set<String>,
        _ environments: Set<ServiceEnvironment> = [.development],
        header: String? = TestHarness.topic,
        type: CertificateType = .alert
    ) -> RefusalCase {
        RefusalCase(status, reason, "a certificate: \(because)") {
            let harness = TestHarness()
            var headers: [(name: String, value: String)] = []
            if let header { headers.append(("apns-topic", type == .location ? header + ".location-query" : header)) }
            if type == .location { headers.append(("apns-push-type", "location")) }
            let request = try harness.request(headers, without: ["authorization", "apns-topic"])
            let certificate = PushConnection.Certificate(topics: topics, environments: environments)
            return try harness.answer(request, on: PushConnection(certificate: certificate))
        }
    }

    static let devices: [RefusalCase] = [
        device(400, "BadDeviceToken", "not hexadecimal", token: "xyz1"),
        device(400, "BadDeviceToken", "an odd number of digits", token: "abc"),
        device(400, "BadDeviceToken", "202 digits", token: String(repeating: "ab", count: 101)),
        device(400, "BadDeviceToken", "never issued", token: String(repeating: "ab", count: 32)),
        RefusalCase(400, "BadDeviceToken", "of the production environment") {
            let harness = TestHarness()
            harness.service.register("abcd", bundleID: TestHarness.topic, environment: .production)
            return try harness.answer(harness.request(token: "abcd"))
        },
        RefusalCase(410, "Unregistered", "the app was removed") {
            let harness = TestHarness()
            harness.service.unregister(TestHarness.token)
            return try harness.answer(harness.request())
        },
        RefusalCase(410, "ExpiredToken", "the device has another token") {
            let harness = TestHarness()
            harness.service.expire(TestHarness.token)
            return try harness.answer(harness.request())
        },
        RefusalCase(429, "TooManyRequests", "the third push in a second where two are allowed") {
            var policy = ServicePolicy()
            policy.pushesPerDeviceAndSecond = 2
            let harness = TestHarness(policy)
            for _ in 0..<2 { _ = try harness.answer(harness.request()) }
            return try harness.answer(harness.request())
        },
    ]

    private static func device(_ status: Int, _ reason: String, _ because: String, token: String) -> RefusalCase {
        RefusalCase(status, reason, because) {
            let harness = TestHarness()
            return try harness.answer(harness.request(token: token))
        }
    }

    /// The reasons that only an injected fault produces.
    static let faults: [RefusalCase] = [
        fault(500, "InternalServerError"), fault(503, "ServiceUnavailable"), fault(503, "Shutdown"),
        fault(429, "TooManyRequests"),
    ]

    private static func fault(_ status: Int, _ reason: String) -> RefusalCase {
        RefusalCase(status, reason, "an injected fault") {
            let harness = TestHarness()
            harness.service.inject(Fault(.answer(try #require(Reason(rawValue: reason)))))
            return try harness.answer(harness.request())
        }
    }
}
