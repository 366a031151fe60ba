import CryptoPrimitives
import Testing

@Suite("Sealed boxes", .enabled(if: SealedBox.isAvailable, "CryptoKit has no sealed boxes"))
struct SealedBoxTests {
    /// Made with PyNaCl from the secret keys 00 01 … 1f (ephemeral) and 20 21 … 3f (recipient).
    ///
    ///     nonce = hashlib.blake2b(ephemeral_public + recipient_public, digest_size=24).digest()
    ///     box = ephemeral_public + crypto_box(message, nonce, recipient_public, ephemeral_secret)
    ///     assert crypto_box_seal_open(box, recipient_public, recipient_secret) == message
    static let known: [(message: String, box: Hex)] = [
        ("", "8f40c5adb68f25624ae5b214ea767a6ec94d829d3d7b5e1ad1ba6f3e2138285f67491408d139d3bef05164546e563316"),
        (
            "a sealed box with a known ephemeral key",
            """
            8f40c5adb68f25624ae5b214ea767a6ec94d829d3d7b5e1ad1ba6f3e2138285f4a8360aab21f10f4d6ba565029684c44\
            b0e41dbc1b0875b9791257c2a404b1e5328adb15bf26bbcef10d37278d4f714c4673d51364c172
            """
        ),
    ]

    private static func knownRecipient() throws -> X25519.PrivateKey {
        let secret: [UInt8] = Array(0x20...0x3f)
        return try X25519.PrivateKey(SecretMemory(copying: secret.span))
    }

    @Test("a known ephemeral key gives PyNaCl's box, which opens", arguments: known)
    func knownAnswer(message: String, box: Hex) throws {
        let recipient = try Self.knownRecipient()
        let bytes = Array(message.utf8)
        var output: [UInt8] = [0xaa]
        try SealedBox.seal(
            bytes.span, to: recipient.publicKey, randomness: .script(Array(0x00...0x1f)), appendingTo: &output)
        #expect(output == [0xaa] + box.bytes)
        #expect(try SealedBox.open(box.bytes.span, with: recipient) == bytes)
    }

    @Test("libsodium's crypto_box_seal_open opens what was sealed", arguments: [0, 1, 63, 64, 65, 4096])
    func roundTrip(count: Int) throws {
        let recipient = try X25519.PrivateKey()
        let message = Randomness.system.bytes(count: count)
        let sealed = try seal(message, to: recipient)
        #expect(sealed.count == count + 48)
        #expect(SealedBox.overhead == 48)
        #expect(try SealedBox.open(sealed.span, with: recipient) == message)
    }

    @Test("every flipped bit is refused")
    func flippedBits() throws {
        let recipient = try X25519.PrivateKey()
        let sealed = try seal(Array("message".utf8), to: recipient)
        for bit in 0..<sealed.count * 8 {
            var changed = sealed
            changed[bit / 8] ^= 1 << (bit % 8)
            #expect(throws: CryptoError.authenticationFailure, "bit \(bit)") {
                try SealedBox.open(changed.span, with: recipient)
            }
        }
    }

    @Test("every truncation is refused, below 48 bytes for its size")
    func truncations() throws {
        let recipient = try X25519.PrivateKey()
        let sealed = try seal(Array("message".utf8), to: recipient)
        for count in sealed.indices {
            let cut = Array(sealed.prefix(count))
            let expected: CryptoError = count < 48 ? .incorrectSize : .authenticationFailure
            #expect(throws: expected, "\(count) bytes") { try SealedBox.open(cut.span, with: recipient) }
        }
        let longer = sealed + [0]
        #expect(throws: CryptoError.authenticationFailure) { try SealedBox.open(longer.span, with: recipient) }
    }

    @Test("another recipient does not open it, and a low-order ephemeral key opens nothing")
    func otherKeys() throws {
        let recipient = try X25519.PrivateKey()
        let other = try X25519.PrivateKey()
        let sealed = try seal(Array("message".utf8), to: recipient)
        #expect(throws: CryptoError.authenticationFailure) { try SealedBox.open(sealed.span, with: other) }
        for point in LowOrderPoints.all {
            let changed = point + sealed.dropFirst(32)
            #expect(throws: CryptoError.authenticationFailure) { try SealedBox.open(changed.span, with: recipient) }
        }
    }

    @Test("two boxes of one message share no bytes")
    func freshKeys() throws {
        let recipient = try X25519.PrivateKey()
        let message = Array("message".utf8)
        let (first, second) = (try seal(message, to: recipient), try seal(message, to: recipient))
        #expect(first.prefix(32) != second.prefix(32))
        #expect(first.dropFirst(32) != second.dropFirst(32))
    }

    private func seal(_ message: [UInt8], to recipient: X25519.PrivateKey) throws -> [UInt8] {
        var output: [UInt8] = []
        try SealedBox.seal(message.span, to: recipient.publicKey, appendingTo: &output)
        return output
    }
}
