import SodiumCrypto
import Testing

@Suite("What a sender remembers of its recipients")
struct KnownAgreementsTests {
    private let sender: X25519.PrivateKey

    init() throws {
        sender = try X25519.PrivateKey()
    }

    /// Seals with the same ephemeral key, so that equal seals are equal bytes.
    private func seal(to recipient: X25519.PublicKey, known: KnownAgreements?) throws -> [UInt8] {
        var output: [UInt8] = []
        try HPKE.seal(
            [1, 2, 3].span, to: recipient, from: sender, known: known, info: HPKE.Info([4].span),
            authenticating: [5].span, randomness: .script([UInt8](repeating: 6, count: 32)), appendingTo: &output)
        return output
    }

    @Test("a seal to a recipient seen before is the seal to one never seen, also when places are shared")
    func same() throws {
        let known = KnownAgreements()
        // Three times as many as there are places, so that recipients take each other's.
        let recipients = try (0..<3 * KnownAgreements.capacity).map { _ in try X25519.PrivateKey().publicKey }
        for _ in 0..<2 {
            for recipient in recipients.shuffled().prefix(1500) {
                #expect(try seal(to: recipient, known: known) == seal(to: recipient, known: nil))
            }
        }
        #expect(try seal(to: recipients[0], known: known) == seal(to: recipients[0], known: known))
    }
}
