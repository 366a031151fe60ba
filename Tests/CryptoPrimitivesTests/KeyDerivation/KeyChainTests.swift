import Testing

@testable import CryptoPrimitives

@Suite("A chain of keys")
struct KeyChainTests {
    // Computed by Python's hmac from the three formulas: HMAC(bytes(range(32)), b"label next" + (8).to_bytes(2, "big")), and so on.
    struct Step: Sendable {
        let count: UInt16
        let link, key: Hex
    }

    static let steps = [
        Step(
            count: 0, link: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
            key: "77a4d4d4013548937cfdaeb2ac9587b80e985265a74b1ad847ba6a2b54333f47"),
        Step(
            count: 1, link: "8cbd79b13f54d90ecf9b0e297d4b7313598d51b1e58ad92e1dea314de0a59f78",
            key: "273efb9338131b6d94498b3832744ee9bb4f9062e234a3cd43162f79b7853029"),
        Step(
            count: 30, link: "3b4d597f701a6143dba13eb013b461417b40588d7dcc24d03121273ef5ec655f",
            key: "9ab0862e487f348919157d0e86746b158a8dddfb545cf2221cd572810317c7dc"),
        Step(
            count: 400, link: "b047bc838294e7219a1de3d141128c7f8761553dd462b6d00aeaae217313075e",
            key: "d373c09378a8348729780a1eec485d52a779041938a08d2edab3e5a8c4366d5b"),
    ]

    private func chain(at index: UInt16 = 7) throws -> KeyChain {
        let first = Self.steps[0].link.bytes
        return try KeyChain(SecretMemory(copying: first.span), at: index, label: "label")
    }

    private func link(_ chain: KeyChain) -> [UInt8] {
        chain.link.withBytes { link in link.indices.map { link[$0] } }
    }

    private func key(of chain: KeyChain, at index: UInt16) throws -> [UInt8] {
        var key: [UInt8] = []
        try chain.withKey(at: index) { key = Array($0) }
        return key
    }

    @Test("0, 1, 30 and 400 steps", arguments: steps)
    func advancing(step: Step) throws {
        let (first, index) = (try chain(), 7 + step.count)
        let later = try first.advanced(to: index)
        #expect(later.index == index)
        #expect(link(later) == step.link.bytes)
        #expect(try key(of: first, at: index) == step.key.bytes)
        #expect(try key(of: later, at: index) == step.key.bytes)
    }

    @Test("an advanced chain computes no link from before")
    func erasedLink() throws {
        let later = try chain().advanced(to: 8)
        #expect(throws: CryptoError.erasedKey) { _ = try later.advanced(to: 7) }
        #expect(throws: CryptoError.erasedKey) { try later.withKey(at: 7) { _ in } }
    }

    @Test("the last index is 65535")
    func lastIndex() throws {
        let last = try chain(at: 65_534).advanced(to: 65_535)
        #expect(link(last) == ("53c3f61b3aa8064d2e9eb2dd09dc7b325e3514d5671873ce2dbbe9dc47a23509" as Hex).bytes)
    }

    @Test("a tag is the HMAC of label and text, a key's name label and index")
    func tagAndName() throws {
        let expected: Hex = "1def64111654639edfbbb30679e596a152abf33d2a1f2f5e4003875feb85c953"
        #expect(try chain().tag(of: " answer") == expected.bytes)
        #expect(try chain().keyID(at: 0x512a) == Array("label".utf8) + [0x51, 0x2a])
    }

    @Test("a link of another size than 32 bytes is refused", arguments: [31, 33])
    func size(byteCount: Int) throws {
        #expect(throws: CryptoError.incorrectSize) {
            try KeyChain(SecretMemory(randomByteCount: byteCount), at: 0, label: "label")
        }
    }
}
