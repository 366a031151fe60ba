import KeyManagement
import TestSupport
import Testing

/// A registration whose text is at fault, which stays so, is listed as damaged; any other failure is an error of the call.
@Suite("Damaged registrations")
struct DamageTests {
    let folder: TemporaryFolder
    let registry: DeviceRegistry

    init() throws {
        folder = try TemporaryFolder()
        registry = try DeviceRegistry(folder.directory, provider: Keyring.generate(name: "bank", role: .provider))
    }

    @Test(
        "a registration with a wrong text is damaged",
        arguments: [
            "{", "[]", #"{"keys":[],"keys":[]}"#, KnownKeys.devicePublic.replacing("OKP", with: "RSA"),
            KnownKeys.devicePublic.replacing("X25519", with: "Ed25519"),
            KnownKeys.set(KnownKeys.point(role: "device", x: String(repeating: "A", count: 43))),
        ])
    func damaged(text: String) async throws {
        try folder.write(text, to: "a.pub.jwks", mode: 0o644)
        #expect(try await registry.registration(of: "a")?.state == .damaged)
    }

    @Test("a registration that cannot be read now is not damaged")
    func unreadable() async throws {
        try folder.write(KnownKeys.devicePublic, to: "a.pub.jwks", mode: 0o666)
        await expectError(.writableByEveryone) { try await registry.registration(of: "a") }
        // A secret that may have leaked is no damage, either.
        try folder.write(KnownKeys.device, to: "a.pub.jwks", mode: 0o644)
        await expectError(.unexpectedSecret) { try await registry.registration(of: "a") }
    }
}
