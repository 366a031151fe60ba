import SodiumCrypto
import Testing

/// The vectors are those of the forms that append; here a message lies where it is sealed.
@Suite("Sealing where the message lies")
struct InPlaceTests {
    private static let draws: [UInt8] = Array(0x40...0x5f)
    private let header: [UInt8] = [1, 2, 3, 4, 5]

    /// A message with bytes of no meaning around it.
    private func box(_ message: [UInt8], before: Int, behind: Int) -> [UInt8] {
        [UInt8](repeating: 0xEE, count: before) + message + [UInt8](repeating: 0xEE, count: behind)
    }

    @Test("XChaCha20-Poly1305 gives the same bytes", arguments: [0, 1, 64, 1_000])
    func xChaCha20(count: Int) throws {
        let key = try SecretMemory(randomByteCount: 32)
        let message = Randomness.system.bytes(count: count)
        var appended: [UInt8] = []
        try XChaCha20Poly1305.seal(
            message.span, using: key, authenticating: header.span, randomness: .script(Array(Self.draws.prefix(24))),
            appendingTo: &appended)
        var box = box(message, before: 24, behind: 16)
        var span = box.mutableSpan
        try XChaCha20Poly1305.seal(
            inside: &span, using: key, authenticating: header.span,
            randomness: .script(Array(Self.draws.prefix(24))))
        #expect(box == appended)
        #expect(try XChaCha20Poly1305.open(box.span, using: key, authenticating: header.span) == message)
    }

    @Test("HPKE gives the same bytes in both modes", arguments: [0, 1, 64, 1_000])
    func hpke(count: Int) throws {
        let recipient = try X25519.PrivateKey()
        let message = Randomness.system.bytes(count: count)
        let info = HPKE.Info(header.span)
        for sender in [nil, try X25519.PrivateKey()] {
            var appended: [UInt8] = []
            try HPKE.seal(
                message.span, to: recipient.publicKey, from: sender, info: info, authenticating: header.span,
                randomness: .script(Self.draws), appendingTo: &appended)
            var box = box(message, before: 32, behind: 16)
            var span = box.mutableSpan
            try HPKE.seal(
                inside: &span, to: recipient.publicKey, from: sender, known: nil, info: info,
                authenticating: header.span, randomness: .script(Self.draws))
            #expect(box == appended)
            #expect(
                try HPKE.open(
                    box.span, with: recipient, from: sender?.publicKey, info: info, authenticating: header.span)
                    == message)
        }
    }

    @Test("a sealed box has the same bytes", arguments: [0, 1, 31, 32, 33, 64, 1_000])
    func sealedBox(count: Int) throws {
        let recipient = try X25519.PrivateKey()
        let message = Randomness.system.bytes(count: count)
        var appended: [UInt8] = []
        try SealedBox.seal(
            message.span, to: recipient.publicKey, randomness: .script(Self.draws), appendingTo: &appended)
        var box = box(message, before: 48, behind: 0)
        var span = box.mutableSpan
        try SealedBox.seal(inside: &span, to: recipient.publicKey, randomness: .script(Self.draws))
        #expect(box == appended)
        #expect(try SealedBox.open(box.span, with: recipient) == message)
    }

    @Test("a box without room is refused and left alone")
    func noRoom() throws {
        let key = try SecretMemory(randomByteCount: 32)
        let recipient = try X25519.PrivateKey().publicKey
        var (small, smaller) = ([UInt8](repeating: 7, count: 47), [UInt8](repeating: 7, count: 39))
        #expect(throws: CryptoError.incorrectSize) {
            var span = small.mutableSpan
            try SealedBox.seal(inside: &span, to: recipient, randomness: .system)
        }
        #expect(throws: CryptoError.incorrectSize) {
            var span = small.mutableSpan
            try HPKE.seal(
                inside: &span, to: recipient, from: nil, known: nil, info: HPKE.Info(header.span),
                authenticating: header.span, randomness: .system)
        }
        #expect(throws: CryptoError.incorrectSize) {
            var span = smaller.mutableSpan
            try XChaCha20Poly1305.seal(
                inside: &span, using: key, authenticating: header.span, randomness: .system)
        }
        #expect(small == [UInt8](repeating: 7, count: 47) && smaller == [UInt8](repeating: 7, count: 39))
    }
}
