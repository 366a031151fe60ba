import Foundation
import KeyManagement
import StrictJSON
import TestSupport
import Testing

/// Texts that are imported and are almost what an import takes.
@Suite("Texts at the edges of an import")
struct OtherTextTests {
    private static let publicJWK = #"{"kty":"OKP","crv":"X25519","x":"\#(KnownKeys.publicHalf)"}"#
    private static let publicDER: [UInt8] = [0x30, 0x2a, 0x30, 5, 6, 3, 0x2b, 0x65, 0x6e, 3, 0x21, 0]
    private static let privateDER: [UInt8] =
        [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x6e, 4, 0x22, 4, 0x20] + Array(1...32)

    private func imported(_ bytes: [UInt8], _ role: KeyRole = .device) throws -> Keyring {
        try Keyring(importing: kept(bytes), name: "a", role: role, at: 9)
    }

    private func imported(_ text: String, _ role: KeyRole = .device) throws -> Keyring {
        try imported(Array(text.utf8), role)
    }

    private func reason(_ code: KeyError.Code = .malformed, _ body: () throws -> Keyring) -> String {
        let error = #expect(throws: KeyError.self) { try body() }
        #expect(error?.code == code)
        return error?.reason ?? ""
    }

    private func pem(_ label: String, _ der: [UInt8]) -> String {
        "-----BEGIN \(label)-----\n\(Data(der).base64EncodedString())\n-----END \(label)-----\n"
    }

    @Test("DER of either half is named, and other texts are not taken for it")
    func der() throws {
        let point = try Self.publicDER + bytes(KnownKeys.publicHalf)
        for der in [point, Self.privateDER] { #expect(reason { try imported(der) }.contains("is in DER")) }
        for text in ["0", "0\n", "hello", "[]", "{}"] {
            #expect(!reason { try imported(text) }.contains("DER"), "\(text)")
        }
    }

    @Test("a key in PEM has its exact size")
    func size() throws {
        let point = try Self.publicDER + bytes(KnownKeys.publicHalf)
        for (label, der) in [("PUBLIC KEY", point), ("PRIVATE KEY", Self.privateDER)] {
            #expect(try imported(pem(label, der)).primary.thumbprint.description == KnownKeys.thumbprint)
            for wrong in [der + [0], der.dropLast(), Array(der[..<12]), Array(der[4...])] {
                expectError(.invalidKey) { try imported(pem(label, Array(wrong))) }
            }
        }
        // Of a private key the label of a public one, and the other way round.
        expectError(.invalidKey) { try imported(pem("PUBLIC KEY", Self.privateDER)) }
        expectError(.invalidKey) { try imported(pem("PRIVATE KEY", point)) }
    }

    @Test("a text has one block, whatever comes first")
    func blocks() throws {
        let (open, secret) = (
            pem("PUBLIC KEY", try Self.publicDER + bytes(KnownKeys.publicHalf)), pem("PRIVATE KEY", Self.privateDER)
        )
        for text in [
            open + secret, secret + open, open + open, pem("CERTIFICATE", [0]) + secret, secret + "-----BEGIN ",
        ] {
            #expect(reason { try imported(text) } == "the key of a has more than one PEM block")
        }
    }

    @Test("a PEM that ends after its first line is truncated, and a shorter one has no block")
    func ends() {
        for text in [
            "-----BEGIN PRIVATE KEY-----", "-----BEGIN PRIVATE KEY-----\nMC4C", "-----BEGIN PUBLIC KEY-----\n-----END ",
        ] {
            expectError(.truncated) { try imported(text) }
        }
        #expect(reason { try imported("-----BEGIN ") }.contains("has no PEM block"))
    }

    @Test("the reason of a wrong PEM names OpenSSH and escaped line feeds only where they are")
    func reasons() {
        #expect(!reason { try imported(pem("EC PRIVATE KEY", Self.privateDER)) }.contains("OpenSSH"))
        let text = pem("PRIVATE KEY", Self.privateDER).replacing("MC4C", with: "MC4!")
        #expect(reason { try imported(text) } == "the key of a is not base64 inside its PEM")
    }

    @Test("the reason names the size that was found", arguments: KeyRole.allCases, [1, 31, 33, 64])
    func rawSize(role: KeyRole, count: Int) throws {
        let text = try kept(Array(repeating: 7, count: count))
        let reason = reason(.invalidKey) {
            try Keyring(importingRaw: text, half: .secret, name: "a", role: role, at: 1)
        }
        #expect(reason == "expected 32 bytes for a key, found \(count)")
    }

    @Test("the reason names the forms that were possible: those of an import, or of a keyring")
    func forms() throws {
        #expect(reason { try imported("hello") }.contains("is not a JWK Set, a JWK, PEM or"))
        #expect(reason { try Keyring("hello") }.contains("is not a JWK Set: "))
        #expect(reason { try imported("{}") } == #"keyring a has no member "keys""#)
        #expect(reason { try Keyring(KnownKeys.set(Self.publicJWK)) }.contains(#"has no member "sealedpush""#))
    }

    @Test("a key of this project that is of another kind is an error and not ignored")
    func ownKey() {
        let own = KnownKeys.point(role: "device").replacing("X25519", with: "Ed25519")
        expectError(.wrongCurve) { try imported(KnownKeys.set(own, Self.publicJWK)) }
    }

    @Test("a key that is imported without its set has the version of its new one")
    func lonelyKey() throws {
        let life = #""state":"active","created":1,"version":7"#
        let keyring = try imported(KnownKeys.pair(role: "provider", life: life), .provider)
        #expect(keyring.setVersion == 1 && keyring.keys.map(\.setVersion) == [1])
    }

    @Test("a keyring nests at most 512 deep, and an import two levels less")
    func depth() throws {
        func text(_ start: String, _ depth: Int) -> String {
            start.dropLast() + #","z":"# + String(repeating: "[", count: depth - 1)
                + String(repeating: "]", count: depth - 1) + "}"
        }
        #expect(try Keyring(text(KnownKeys.device, 512)).keys.count == 1)
        expectError(.malformed) { try Keyring(text(KnownKeys.device, 513)) }
        #expect(try imported(text(Self.publicJWK, 510)).keys.count == 1)
        expectError(.malformed) { try imported(text(Self.publicJWK, 511)) }
    }

    @Test("an enrolled key's secret is exported as a JWK only, its public half in each form (keys.md, section 6)")
    func enrolled() throws {
        let key = try Keyring.enrolled(name: "phone", lifetime: 7, at: 1).primary
        for form in [KeyForm.pem, .raw] { expectError(.wrongState) { try key.text(as: form) } }
        #expect(try imported(key.text(as: .jwk).withBytes { text in text.indices.map { text[$0] } }).keys[0].isSecret)
        let point = try #require(key.devicePublicKey).rawRepresentation
        #expect(try key.publicText(as: .raw) == Array(point))
        #expect(try key.publicText(as: .pem) == Array(pem("PUBLIC KEY", Self.publicDER + point).utf8))
        #expect(try imported(key.publicText(as: .jwk)).keys[0].thumbprint == key.thumbprint)
    }
}
