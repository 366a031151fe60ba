import CryptoPrimitives
import KeyManagement
import Testing

/// What qrcode 8.2 (PyPI), an independent encoder, draws for a text: of the modules with each mask, as zeros and ones
/// row by row, the first eight bytes of the SHA-256.
private struct Reference: Sendable {
    let text: String
    let version: Int
    let digests: [String]

    init(_ text: String, version: Int, _ digests: [String]) {
        self.text = text
        self.version = version
        self.digests = digests
    }

    static let all = [
        Reference(
            "a", version: 1,
            [
                "8ac8f40772e90e7a", "515ea07c22c0233f", "486939cafb082ffb", "37bb5b6a268840e1", "67ee6ba5d88ed1c9",
                "2e7add7dfd3288d4", "932daafddc289403", "93fcbba8151e482d",
            ]),
        Reference(
            String(repeating: "x", count: 14), version: 1,
            [
                "759a539d1bf76152", "fe48bea0ca5d8d5a", "3603b79680a32d38", "89d34d6d1c49577e", "ffbb924ee81ae124",
                "0ac855ff6d5aee42", "c8649e406a34dffd", "d8ffe1e06158625e",
            ]),
        Reference(
            String(repeating: "x", count: 15), version: 2,
            [
                "57ca9909926a1866", "f5695e5a5f237aca", "62479d527c1b93d0", "fc631ef0475e0ac8", "845194723a4469d7",
                "8692b1ecf9103436", "7a7685428df61c81", "a40e37df5878645e",
            ]),
        Reference(
            String(repeating: "x", count: 26), version: 2,
            [
                "08ea762643d0039f", "6e7f921421870e9a", "5e80da7aec329f18", "4addd67aac240da7", "60ab5b4fbe7dee61",
                "354ed77f8184c4fd", "a38f6f4596843fc8", "1d0cfe30a856f92a",
            ]),
        Reference(
            String(repeating: "x", count: 42), version: 3,
            [
                "c711766f4553907f", "2dd4f3b51e17b6a9", "61e27bf3f72adbfa", "1a7796392989df37", "48de116e2a87d6e7",
                "766550441a46e3a6", "ae4f51740cd2953e", "b7c00a313cc4246e",
            ]),
        Reference(
            "sealedpush:device:\(KnownKeys.publicHalf)", version: 4,
            [
                "f7eda36fbbbd72d7", "72d04924b0c8f422", "210a1ea90ad2d656", "c5f512f956a736d6", "f952b37272ae2601",
                "3c545d14f44c9b89", "4970e30cb0969fb5", "d199376c2cdfe5cb",
            ]),
        Reference(
            String(repeating: "y", count: 84), version: 5,
            [
                "d1974f6a11c12a4a", "f54c2462e0d427f4", "9b1622adbe4924e1", "2630bb8c8d47a4cc", "49a20d375bdb3db5",
                "a78de10e02beaa5e", "fe73c2c887414926", "2dd8123c34bff5eb",
            ]),
        Reference(
            String(repeating: "z", count: 106), version: 6,
            [
                "f4e93003d0003f22", "c8bcc8d917c8dd20", "cda3bab3c8bb35a5", "7fa8fb7eb19a7280", "82b9e45d4f042234",
                "704152bafc156a15", "c834d09cb92d7ba5", "da90fccd0fb2ee24",
            ]),
    ]
}

@Suite("QR codes")
struct QRCodeTests {
    @Test("every module is where an independent encoder draws it, whatever the mask", arguments: Reference.all)
    fileprivate func modules(reference: Reference) throws {
        for mask in 0..<8 {
            let code = try #require(QRCode(Array(reference.text.utf8), mask: mask))
            #expect(code.size == 17 + 4 * reference.version)
            #expect(digest(code) == reference.digests[mask], "mask \(mask)")
        }
    }

    @Test("the mask that is chosen is one of the eight", arguments: Reference.all)
    fileprivate func mask(reference: Reference) throws {
        let code = try #require(QRCode(Array(reference.text.utf8)))
        #expect(reference.digests.contains(digest(code)))
    }

    @Test("more than 106 bytes do not fit")
    func tooLong() {
        #expect(QRCode(Array(repeating: 1, count: 107)) == nil)
    }

    @Test("on a terminal the code has four light modules around it, and says the same inverted")
    func lines() throws {
        let code = try #require(QRCode(Array("a".utf8)))
        let lines = code.lines()
        #expect(lines.count == 15 && lines.allSatisfy { $0.count == 29 })
        #expect(lines.prefix(2).allSatisfy { $0 == String(repeating: "█", count: 29) })
        #expect(lines.last == String(repeating: "▀", count: 29))
        // The upper edge of the finder pattern: seven dark modules, over one dark, five light and one dark.
        #expect(lines[2].hasPrefix("████ ▄▄▄▄▄ █"))
        #expect(code.lines(isInverted: true)[2].hasPrefix("    █▀▀▀▀▀█ "))
    }

    @Test("a key's code says its role and its bytes, and a shared key has none")
    func keys() throws {
        let key = try Keyring(KnownKeys.device).primary
        #expect(try key.publicCode == "sealedpush:device:\(KnownKeys.publicHalf)")
        #expect(try key.qrCode == QRCode(Array("sealedpush:device:\(KnownKeys.publicHalf)".utf8)))
        let shared = try Keyring(KnownKeys.set(KnownKeys.oct())).primary
        expectError(.wrongHalf) { try shared.qrCode }
    }

    private func digest(_ code: QRCode) -> String {
        let modules = (0..<code.size).flatMap { row in
            (0..<code.size).map { UInt8(ascii: code[row, $0] ? "1" : "0") }
        }
        return SHA256.digest(of: modules.span).prefix(8).map {
            ($0 < 16 ? "0" : "") + String($0, radix: 16)
        }.joined()
    }
}
