import CryptoPrimitives
import Foundation
import PushOpener
import PushSealer
import RoundTrip
import StrictJSON
import TestSupport
import Testing

@Suite("Known mistakes: keys")
struct KeyMistakeTests {
    /// Writes a key file into a folder of its own, and removes both.
    private func withKeyFile(_ text: String, mode: Int = 0o600, _ body: (KeyDirectory) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "sealedpush-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "key.jwks")
        try Data(text.utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
        try body(KeyDirectory(folder.path))
    }

    private func shared(_ k: String) -> String {
        #"{"keys":[{"kty":"oct","k":"\#(k)","sealedpush":{"role":"shared","state":"active"}}]}"#
    }

    @Test(
        "3: keys that people type",
        arguments: [
            "1234567890123456", "12345678901234567890123456789012", "correct horse battery staple",
            // 32 bytes in hexadecimal, in base64 with padding, and 32 ASCII characters that are themselves the key.
            "03f9ec851f9d588ed798d136bc8cf270faa661932219737fac2e1693969b6418",
            "A/nshR+dWI7XmNE2vIzycPqmYZMiGXN/rC4Wk5abZBg=", "", "A_nshR-dWI7XmNE2vIzycPqmYZMiGXN_rC4Wk5abZBh",
        ])
    func typedKeys(_ text: String) throws {
        try withKeyFile(shared(text)) { directory in
            let error = #expect(throws: KeyError.self) { try directory.keyring("key") }
            #expect(error?.code == .invalidKey, "\(error?.description ?? "")")
            if text.utf8.count > 8 { #expect(error.map { "\($0)".contains(text) } == false) }
        }
        try withKeyFile(shared("A_nshR-dWI7XmNE2vIzycPqmYZMiGXN_rC4Wk5abZBg")) { directory in
            let keyring = try directory.keyring("key")
            #expect(keyring.keys.count == 1)
        }
    }

    @Test("11: keys in a file that others may read", arguments: [0o604, 0o620, 0o660, 0o644, 0o666, 0o777])
    func readableKeys(mode: Int) throws {
        let text = shared("A_nshR-dWI7XmNE2vIzycPqmYZMiGXN_rC4Wk5abZBg")
        try withKeyFile(text, mode: mode) { directory in
            let error = #expect(throws: KeyError.self) { try directory.keyring("key") }
            #expect(error?.code == .insecurePermissions)
        }
    }

    @Test("11: keys written so that others may read them", arguments: KeyRole.allCases)
    func writtenKeys(_ role: KeyRole) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "sealedpush-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try KeyDirectory(folder).generate("key", role: role)
        func mode(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        #expect(try mode(folder) == 0o700)
        #expect(try mode("\(folder)/key.jwks") == 0o600)
        guard role != .shared else { return }
        let published = try String(contentsOfFile: "\(folder)/key.pub.jwks", encoding: .utf8)
        #expect(!published.contains("\"d\"") && published.contains("\"x\""))
    }

    @Test("11: one key for all senders")
    func oneKeyForAll() throws {
        // Each provider has a key of its own, so that one can be revoked and the others go on.
        let keys = try LawTests.keys.get()
        let other = try Keyring.generate(name: "other", role: .provider)
        let device = try #require(try keys.device?.primary.devicePublicKey)
        let pinned = Keyring(
            name: "pinned", role: .provider,
            keys: [
                Key(.provider, try #require(try keys.provider?.primary).material, state: .revoked, created: 0),
                try other.primary,
            ])
        let opener = try Opener(
            keys: OpeningKeys(device: keys.device, provider: pinned), topic: Pair.topic, clock: .fixed(Pair.now))
        let revoked = try Pair().seal(.payment).body
        #expect(#expect(throws: Refusal.self) { try opener.open(revoked) }?.code == .revokedKey)
        let sealer = try Sealer(from: other, topic: Pair.topic, clock: .fixed(Pair.now))
        #expect(
            try opener.open(sealer.seal(.payment, to: device).body).envelope.sender == (try other.primary.thumbprint))
    }
}
