import Testing

@testable import CryptoPrimitives

@Suite("ChaCha20-Poly1305 against Wycheproof")
struct ChaCha20Poly1305WycheproofTests {
    @Test("every case seals to the published bytes, opens, or is refused")
    func everyCase() throws {
        var counts: [AEADCase.Action: Int] = [:]
        for vector in try Wycheproof<AEADCase>.cases(of: "chacha20_poly1305") {
            let action = try vector.action
            counts[action, default: 0] += 1
            let sealed = vector.ct.bytes + vector.tag.bytes
            switch action {
            case .seal:
                #expect(vector.result == .valid, "tcId \(vector.tcId)")
                #expect(try vector.sealed() == sealed, "tcId \(vector.tcId)")
                #expect(try vector.opened(sealed) == vector.msg.bytes, "tcId \(vector.tcId)")
            case .refuse:
                #expect(vector.result == .invalid, "tcId \(vector.tcId)")
                #expect(throws: CryptoError.authenticationFailure, "tcId \(vector.tcId)") { try vector.opened(sealed) }
            case .wrongNonceSize:
                // Cannot be asked for: the nonce is a part of the key schedule and always 12 bytes long.
                #expect(vector.iv.bytes.count != ChaCha20Poly1305.nonceByteCount, "tcId \(vector.tcId)")
                #expect(sealed.isEmpty, "tcId \(vector.tcId)")
            }
        }
        #expect(counts == [.seal: 256, .refuse: 60, .wrongNonceSize: 9])
    }
}

extension AEADCase {
    fileprivate func sealed() throws -> [UInt8] {
        try ChaCha20Poly1305.sealed(msg.bytes, key: key.bytes, nonce: iv.bytes, additionalData: aad.bytes)
    }

    fileprivate func opened(_ sealed: [UInt8]) throws -> [UInt8] {
        try ChaCha20Poly1305.opened(sealed, key: key.bytes, nonce: iv.bytes, additionalData: aad.bytes)
    }
}
