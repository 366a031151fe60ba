import Foundation
import KeyManagement
import SodiumCrypto
import Testing

@Suite("Memory")
struct MemoryTests {
    @Test("after a key is released no copy of it is in the process's memory", arguments: ["device", "shared"])
    func released(role: String) async throws {
        let folder = try TemporaryFolder()
        await #expect(processExitsWith: .success) { [path = folder.path as String, role = role as String] in
            let scan = try MemoryScan()
            let role = try #require(KeyRole(rawValue: role))
            // A function of its own, so that everything it holds is gone when it returns.
            try MemoryTests.live(in: KeyDirectory(path), role, scan)
            #expect(try scan.found() == [])
        }
    }

    /// Makes a key and does with it all that can be done, tells the scan what to look for, and lets it go.
    @inline(never)
    fileprivate static func live(in directory: KeyDirectory, _ role: KeyRole, _ scan: MemoryScan) throws {
        try directory.generate("k", role: role)
        let keyring = try directory.keyring("k")
        let key = try keyring.primary
        let secret = try #require(key.deviceKey?.pair.secret ?? key.sharedKey?.secret)
        secret.withBytes { bytes in
            scan.add("raw", count: 32) { bytes[$0] }
            scan.addBase64(
                "base64url", alphabet: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", byteCount: 30
            ) { bytes[$0] }
            // In PKCS #8 two bytes of the prefix come before the secret in its group of three.
            scan.addBase64(
                "PEM", alphabet: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", byteCount: 30
            ) { bytes[$0 + 2] }
        }
        // The scan finds what is there: the key, and its text in other forms.
        let text = try keyring.text()
        #expect(try scan.found().contains("raw") && scan.found().contains("base64url"))
        if role == .device {
            let pem = try key.text(as: .pem)
            #expect(try scan.found().contains("PEM"))
            _ = try Keyring(importing: pem, name: "p", role: role, at: 1)
            try use(key)
        } else {
            try use(shared: secret)
        }
        _ = try Keyring(importing: key.text(as: .jwk), name: "j", role: role, at: 1)
        _ = try Keyring(importingRaw: key.text(as: .raw), half: .secret, name: "r", role: role, at: 1)
        _ = try Keyring(text, name: "t")
        // Through a passphrase and back, and through a rotation, an erasure and a file that is refused.
        let protected = KeyDirectory(directory.path) { _ throws(KeyError) in try Passphrase(copying: [1, 2, 3].span) }
        try protected.change("k") {
            try $0.protect(
                with: Passphrase(copying: [1, 2, 3].span), cost: PassphraseCost(passes: 1, memoryByteCount: 8192))
        }
        try protected.change("k") { $0.removeProtection() }
        try directory.change("k") { try $0.rotate(grace: .zero, at: 5) }
        chmod("\(directory.path)/k.jwks", 0o644)
        _ = try? directory.keyring("k")
        chmod("\(directory.path)/k.jwks", 0o600)
        try directory.change("k") { try $0.eraseEndedSecrets(at: 6) }
    }

    /// Seals to a key and opens with it.
    private static func use(_ key: Key) throws {
        let device = try #require(key.deviceKey)
        let empty: [UInt8] = []
        var sealed: [UInt8] = []
        try HPKE.seal(
            empty.span, to: device.publicKey.point, from: device.pair, info: empty.span, authenticating: empty.span,
            appendingTo: &sealed)
        _ = try HPKE.open(
            sealed.span, with: device.pair, from: device.publicKey.point, info: empty.span, authenticating: empty.span)
        var box: [UInt8] = []
        try SealedBox.seal(empty.span, to: device.publicKey.point, appendingTo: &box)
        _ = try SealedBox.open(box.span, with: device.pair)
    }

    private static func use(shared secret: SecretMemory) throws {
        let empty: [UInt8] = []
        var sealed: [UInt8] = []
        try XChaCha20Poly1305.seal(empty.span, using: secret, authenticating: empty.span, appendingTo: &sealed)
        _ = try XChaCha20Poly1305.open(sealed.span, using: secret, authenticating: empty.span)
    }
}
