import Crypto
import Foundation
import LocalAPNs
import Synchronization
import Testing

/// Tokens issued at 1790000000, signed by Python's `cryptography` 48.0.0 with the key of RFC 7515, appendix A.3.
@Suite("Provider tokens")
struct ProviderTokenTests {
    private static let publicKey =
        "7fcdce2770f6c45d4183cbee6fdb4b7b580733357be9ef13bacf6e3c7bd15445"
        + "c7f144cd1bbd9b7e872cdfedb9eeb9f4b3695d6ea90b24ad8a4623288588e5ad"
    private static let good =
        "eyJhbGciOiAiRVMyNTYiLCAia2lkIjogIkFCQzEyM0RFRkciLCAidHlwIjogIkpXVCJ9."
        + "eyJpc3MiOiAiREVGMTIzR0hJSiIsICJpYXQiOiAxNzkwMDAwMDAwfQ."
        + "3gtKn0h0qymucnVxSsp-7B46msL0UyMegW8Ep_Dvh2mpHdPNncSLwPCW6EYSNenTybNv50wAnOTk-nU914Ur7A"
    private static let derSignature =
        "eyJhbGciOiAiRVMyNTYiLCAia2lkIjogIkFCQzEyM0RFRkciLCAidHlwIjogIkpXVCJ9."
        + "eyJpc3MiOiAiREVGMTIzR0hJSiIsICJpYXQiOiAxNzkwMDAwMDAwfQ."
        + "MEYCIQDeC0qfSHSrKa5ydXFKyn7sHjqawvRTIx6BbwSn8O-HaQIhAKkd082dxIvA8JboRhI16dPJs2_nTACc5OT6dT3XhSvs"
    private static let withoutAlgorithm =
        "eyJhbGciOiAibm9uZSIsICJraWQiOiAiQUJDMTIzREVGRyJ9."
        + "eyJpc3MiOiAiREVGMTIzR0hJSiIsICJpYXQiOiAxNzkwMDAwMDAwfQ."
        + "3gtKn0h0qymucnVxSsp-7B46msL0UyMegW8Ep_Dvh2mpHdPNncSLwPCW6EYSNenTybNv50wAnOTk-nU914Ur7A"
    private static let issuedAtText =
        "eyJhbGciOiAiRVMyNTYiLCAia2lkIjogIkFCQzEyM0RFRkciLCAidHlwIjogIkpXVCJ9."
        + "eyJpc3MiOiAiREVGMTIzR0hJSiIsICJpYXQiOiAiMTc5MDAwMDAwMCJ9."
        + "f6qRj5LvxFrDuL-uJodVZex0zR4ukVtOnr5oXfXmKuaqdgCdxYWoOtJQPanfLjUK5G_BkWzYax5jR7A3WA9mXA"

    private func answer(_ token: String, _ policy: ServicePolicy = ServicePolicy()) throws -> String? {
        let harness = TestHarness(policy)
        var bytes: [UInt8] = []
        var digits = Substring(Self.publicKey)
        while let byte = UInt8(digits.prefix(2), radix: 16) {
            bytes.append(byte)
            digits = digits.dropFirst(2)
        }
        let key = try P256.Signing.PublicKey(rawRepresentation: bytes)
        harness.service.add(ProviderKey(id: "ABC123DEFG", team: "DEF123GHIJ", publicKey: key))
        return try harness.answer(harness.request([("authorization", "bearer \(token)")])).reason?.rawValue
    }

    @Test("a token signed by another implementation is accepted")
    func foreign() throws {
        #expect(try answer(Self.good) == nil)
    }

    @Test("an ASN.1 signature, alg none and every truncation are refused")
    func wrong() throws {
        #expect(try answer(Self.derSignature) == "InvalidProviderToken")
        #expect(try answer(Self.withoutAlgorithm) == "InvalidProviderToken")
        for count in 0..<Self.good.count {
            #expect(try answer(String(Self.good.prefix(count))) == "InvalidProviderToken")
        }
    }

    @Test("iat as a string is accepted, unless the policy says no")
    func text() throws {
        #expect(try answer(Self.issuedAtText) == nil)
        var policy = ServicePolicy()
        policy.acceptsInexactIssueTime = false
        #expect(try answer(Self.issuedAtText, policy) == "InvalidProviderToken")
    }

    @Test("an iat that is not a whole number is accepted with one warning for all clients")
    func warning() throws {
        let warnings = Mutex<[String]>([])
        let service = PushService(now: { TestHarness.start }, warn: { text in warnings.withLock { $0.append(text) } }) {
            _, _ in
        }
        let key = P256.Signing.PrivateKey()
        service.add(ProviderKey(id: "ABC123DEFG", team: "DEF123GHIJ", publicKey: key.publicKey))
        service.register(TestHarness.token, bundleID: TestHarness.topic)
        func base64URL(_ data: Data) -> String {
            data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        }
        func status(iat: String) throws -> Int? {
            let parts = [#"{"alg":"ES256","kid":"ABC123DEFG"}"#, #"{"iss":"DEF123GHIJ","iat":\#(iat)}"#]
            let signed = parts.map { base64URL(Data($0.utf8)) }.joined(separator: ".")
            let signature = try key.signature(for: Data(signed.utf8)).rawRepresentation
            let headers = [
                (name: "authorization", value: "bearer \(signed).\(base64URL(signature))"),
                (name: "apns-topic", value: TestHarness.topic), (name: "apns-push-type", value: "alert"),
            ]
            let request = PushRequest(to: TestHarness.token, headers: headers, body: TestHarness.body)
            return service.respond(to: request, on: PushConnection()).answer?.status
        }
        #expect(try status(iat: "1790000000") == 200 && warnings.withLock { $0.isEmpty })
        #expect(try status(iat: "1790000000.9") == 200 && status(iat: "\"1790000000\"") == 200)
        #expect(warnings.withLock { $0.count } == 1 && warnings.withLock { $0.first }?.contains("iat") == true)
        #expect(try status(iat: "\"now\"") == 403 && status(iat: "1e400") == 403 && status(iat: "null") == 403)
    }

    @Test("a token is valid for exactly one hour and may be renewed after exactly 20 minutes")
    func times() throws {
        let harness = TestHarness()
        let connection = PushConnection()
        let first = try harness.request()
        #expect(try harness.answer(first, on: connection).status == 200)
        harness.wait(seconds: 1_200)
        #expect(try harness.answer(harness.request(), on: connection).status == 200)
        harness.wait(seconds: 2_400)
        #expect(try harness.answer(first).status == 200)
        harness.wait(seconds: 1)
        #expect(try harness.answer(first).reason?.rawValue == "ExpiredProviderToken")
    }

    @Test("two related keys may share a connection, and each has its own 20 minutes")
    func related() throws {
        let harness = TestHarness()
        let other = TokenSigner(keyID: "SECONDKEY1", team: "DEF123GHIJ")
        harness.service.add(
            ProviderKey(id: other.keyID, team: other.team, publicKey: other.publicKey, related: harness.signer.keyID))
        let connection = PushConnection()
        #expect(try harness.answer(harness.request(), on: connection).status == 200)
        harness.wait(seconds: 60)
        #expect(try harness.answer(harness.request(signer: other), on: connection).status == 200)
    }

    @Test("a refused renewal does not restart the 20 minutes, and each connection has its own")
    func connections() throws {
        let harness = TestHarness()
        let connection = PushConnection()
        #expect(try harness.answer(harness.request(), on: connection).status == 200)
        harness.wait(seconds: 1_199)
        #expect(try harness.answer(harness.request(), on: connection).status == 429)
        #expect(try harness.answer(harness.request()).status == 200)
        harness.wait(seconds: 1)
        #expect(try harness.answer(harness.request(), on: connection).status == 200)
    }

    @Test("a written .p8 file can be read")
    func pem() throws {
        let harness = TestHarness()
        let again = try TokenSigner(keyID: "ABC123DEFG", team: "DEF123GHIJ", pem: harness.signer.pem)
        #expect(harness.signer.pem.hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
        #expect(try harness.answer(harness.request(signer: again)).status == 200)
    }
}
