import CryptoPrimitives
import Foundation
import KeyManagement
import Testing

/// A comparison that stops at the first difference tells by its time how much of a guess was right.
@Suite("Secrets are compared in constant time or not at all")
struct ComparisonTests {
    static let secrets: [Any.Type] = [
        SecretMemory.self, X25519.PrivateKey.self, DeviceKey.self, ProviderKey.self, SharedKey.self, Key.self,
        Keyring.self, KeyringText.self, Passphrase.self, KeyAnswer.self, KeyConfirmation.self,
    ]

    @Test("nothing that holds a secret has ==, and nothing can put one into a dictionary or a file by itself")
    func noEquality() {
        for type in Self.secrets {
            #expect(!(type is any Equatable.Type), "\(type)")
            // The two are messages, which are sent to the other half, and prove without revealing.
            let isMessage = type == KeyAnswer.self || type == KeyConfirmation.self
            #expect(!(type is any Encodable.Type) || isMessage, "\(type)")
        }
        let comparable: Any.Type = Thumbprint.self
        #expect(comparable is any Equatable.Type)
    }

    /// Words for bytes that somebody without the key must not be able to guess bit by bit.
    private static var comparison: Regex<(Substring, Substring, Substring?)> {
        /\b\w*([dD]igest|[tT]ag|[pP]roof|[mM]ac|[sS]ecret|[aA]nswer)(\.bytes|\.span)?\s*[!=]=(?!\s*nil)/
    }

    @Test("no line of the sources compares such bytes by == or memcmp; those that must be use sodium_memcmp")
    func sources() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")
        var comparing: Set<String> = []
        var count = 0
        let comparison = Self.comparison
        for module in [
            "Core/CryptoPrimitives", "Core/KeyManagement", "Core/SealedEnvelope", "Provider/PushSealer",
            "Device/PushOpener",
        ] {
            let files = FileManager.default.enumerator(
                at: folder.appending(path: module), includingPropertiesForKeys: nil)
            for case let file as URL in try #require(files) where file.pathExtension == "swift" {
                count += 1
                let text = try String(contentsOf: file, encoding: .utf8)
                for line in text.split(separator: "\n") where !line.drop(while: { $0 == " " }).hasPrefix("//") {
                    #expect(line.firstMatch(of: comparison) == nil, "\(file.lastPathComponent): \(line)")
                    let isPlain = line.contains("memcmp(") && !line.contains("sodium_memcmp(")
                    #expect(!isPlain, "\(file.lastPathComponent): \(line)")
                }
                if text.contains("constantTimeEqual(") { comparing.insert(file.lastPathComponent) }
            }
        }
        #expect(count > 80)
        let known: Set = ["SecretScratch.swift", "Passphrase.swift", "Keyring+Device.swift", "Keyring+Provider.swift"]
        #expect(comparing.isSuperset(of: known))
    }
}
