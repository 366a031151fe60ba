import CryptoPrimitives
import Foundation
import KeyManagement
import TestSupport
import Testing

@Suite("Memory")
struct MemoryTests {
    /// swift-crypto leaves the last block of a hash on the stack; that of a shared key's thumbprint contains the key.
    @Test(
        "after a key is released no copy of it is in the process's memory",
        arguments: SecretMemory.isGuarded ? ["device", "shared"] : ["device"])
    func released(role: String) async throws {
        let folder = try TemporaryFolder()
        await #expect(processExitsWith: .success) { [path = folder.path as String, role = role as String] in
            let scan = try MemoryScan()
            let role = try #require(KeyRole(rawValue: role))
            let directory = KeyDirectory(path)
            try directory.generate("k", role: role)
            try MemoryTests.learn(directory, scan)

            #expect(try scan.found() == [], "after loading")
            // Each step has a key of its own, which is gone when it ends, and leaves nothing behind.
            for (name, step) in MemoryTests.steps(role) {
                try step(directory)
                #expect(try scan.found() == [], "\(name)")
            }
        }
    }

    /// Tells the scan what to look for, and sees that it finds what is there.
    @inline(never)
    private static func learn(_ directory: KeyDirectory, _ scan: MemoryScan) throws {
        let keyring = try directory.keyring("k")
        let key = try keyring.primary
        let secret = try #require(key.deviceKey?.pair.secret ?? key.sharedKey?.secret)
        secret.withBytes { bytes in
            scan.add("raw", count: 32) { bytes[$0] }
            scan.addBase64(
                "base64url", alphabet: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", byteCount: 30
            ) { bytes[$0] }
            // In PKCS #8 sixteen bytes come before the secret, so that two of it fill the first group of three.
            scan.addBase64(
                "PEM", alphabet: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", byteCount: 30
            ) { bytes[$0 + 2] }
        }
        let text = try keyring.text()
        let found = try scan.found()
        #expect(found.contains("raw") && found.contains("base64url"))
        guard key.role == .device else { return extendLifetime(text) }
        let pem = try key.text(as: .pem)
        let foundPEM = try scan.found().contains("PEM")
        #expect(foundPEM)
        extendLifetime(text)
        extendLifetime(pem)
    }

    /// All that can be done with a key, one after the other.
    private static func steps(_ role: KeyRole) -> [(name: String, run: (KeyDirectory) throws -> Void)] {
        [
            ("after loading again", { _ = try $0.keyring("k") }),
            ("after use", { try use($0.keyring("k").primary) }),
            (
                "after export and import",
                { directory in
                    let key = try directory.keyring("k").primary
                    _ = try Keyring(importing: key.text(as: .jwk), name: "j", role: role, at: 1)
                    _ = try Keyring(importingRaw: key.text(as: .raw), half: .secret, name: "r", role: role, at: 1)
                    guard role == .device else { return }
                    _ = try Keyring(importing: key.text(as: .pem), name: "p", role: role, at: 1)
                }
            ),
            (
                "after a passphrase",
                { directory in
                    guard Passphrase.isSupported else { return }
                    let protected = KeyDirectory(
                        directory.path, passphrase: .closure { _ in try Passphrase(copying: [1, 2, 3].span) })
                    try protected.change("k") {
                        try $0.protect(
                            with: Passphrase(copying: [1, 2, 3].span),
                            cost: PassphraseCost(passes: 1, memoryByteCount: 8192))
                    }
                    try protected.change("k") { $0.removeProtection() }
                }
            ),
            (
                "after a file was refused",
                { directory in
                    chmod("\(directory.path)/k.jwks", 0o644)
                    _ = try? directory.keyring("k")
                    chmod("\(directory.path)/k.jwks", 0o600)
                    try truncate("\(directory.path)/k.jwks", by: 3)
                }
            ),
            ("after a rotation", { try $0.change("k") { _ = try $0.rotate(grace: .zero, at: 5) } }),
            (
                "after it was erased",
                {
                    try $0.change("k") { keyring in
                        try keyring.revoke(keyring.keys[0].thumbprint, at: 6)
                        try keyring.eraseEndedSecrets(at: 6)
                    }
                }
            ),
        ]
    }

    /// Reads a file that ends too early, and puts it back.
    private static func truncate(_ path: String, by count: Int) throws {
        var bytes = [UInt8](repeating: 0, count: 1 << 14)
        defer { bytes.wipe() }
        let file = open(path, O_RDWR)
        defer { close(file) }
        let size = pread(file, &bytes, bytes.count, 0)
        ftruncate(file, off_t(size - count))
        _ = try? KeyDirectory("").keyring(UTF8Text(path))
        pwrite(file, bytes, size, 0)
    }

    private static func use(_ key: Key) throws {
        if let shared = key.sharedKey { try use(shared: shared.secret) } else { try use(device: key) }
    }

    /// Seals to a key and opens with it.
    private static func use(device key: Key) throws {
        let device = try #require(key.deviceKey)
        let empty: [UInt8] = []
        var sealed: [UInt8] = []
        try HPKE.seal(
            empty.span, to: device.publicKey.point, from: device.pair, info: empty.span,
            appendingTo: &sealed)
        _ = try HPKE.open(
            sealed.span, with: device.pair, from: device.publicKey.point, info: empty.span)
    }

    private static func use(shared secret: SecretMemory) throws {
        let empty: [UInt8] = []
        var sealed: [UInt8] = []
        try XChaCha20Poly1305.seal(empty.span, using: secret, authenticating: empty, appendingTo: &sealed)
        _ = try XChaCha20Poly1305.open(sealed.span, using: secret, authenticating: empty)
    }
}
