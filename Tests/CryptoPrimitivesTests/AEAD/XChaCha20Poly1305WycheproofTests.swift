import CryptoPrimitives
import Testing

@Suite("XChaCha20-Poly1305 against Wycheproof")
struct XChaCha20Poly1305WycheproofTests {
    @Test("every case seals to the published bytes, opens, or is refused")
    func everyCase() throws {
        var counts: [AEADCase.Action: Int] = [:]
        for vector in try Wycheproof<AEADCase>.cases(of: "xchacha20_poly1305") {
            let action = try vector.action
            counts[action, default: 0] += 1
            let key = try SecretMemory(copying: vector.key.bytes.span)
            let sealed = vector.iv.bytes + vector.ct.bytes + vector.tag.bytes
            func open() throws -> [UInt8] {
                try XChaCha20Poly1305.open(sealed.span, using: key, authenticating: vector.aad.bytes)
            }
            switch action {
            case .seal:
                #expect(vector.result == .valid, "tcId \(vector.tcId)")
                var output: [UInt8] = []
                try XChaCha20Poly1305.seal(
                    vector.msg.bytes.span, using: key, authenticating: vector.aad.bytes,
                    randomness: .script(vector.iv.bytes), appendingTo: &output)
                #expect(output == sealed, "tcId \(vector.tcId)")
                #expect(try open() == vector.msg.bytes, "tcId \(vector.tcId)")
            case .refuse:
                #expect(vector.result == .invalid, "tcId \(vector.tcId)")
                #expect(throws: CryptoError.authenticationFailure, "tcId \(vector.tcId)") { try open() }
            case .wrongNonceSize:
                // The nonce is the first 24 bytes, so another size shifts what follows: too short, or a wrong tag.
                #expect(vector.iv.bytes.count != XChaCha20Poly1305.nonceByteCount, "tcId \(vector.tcId)")
                let isTooShort = sealed.count < XChaCha20Poly1305.nonceByteCount + XChaCha20Poly1305.tagByteCount
                let expected: CryptoError = isTooShort ? .incorrectSize : .authenticationFailure
                #expect(throws: expected, "tcId \(vector.tcId)") { try open() }
            }
        }
        #expect(counts == [.seal: 246, .refuse: 60, .wrongNonceSize: 9])
    }
}
