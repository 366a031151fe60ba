import CryptoPrimitives
import Testing

@Suite("HKDF-SHA-256 against Wycheproof")
struct HKDFWycheproofTests {
    struct Case: WycheproofCase {
        let tcId: Int
        let flags: [String]
        let result: WycheproofResult
        let ikm: Hex
        let salt: Hex
        let info: Hex
        let size: Int
        let okm: Hex
    }

    enum Action {
        case derive, refuse
    }

    static let table: [String: Decision<Action>] = [
        "Normal": .init(action: .derive, reason: "a random case"),
        "EmptySalt": .init(action: .derive, reason: "RFC 5869 §2.2: as good as 32 zero bytes; HPKE extracts so"),
        "MaximalOutputSize": .init(action: .derive, reason: "255 blocks are allowed"),
        "OutputCollision": .init(action: .derive, reason: "HMAC pads short keys with zeros; our salts are fixed"),
        "SizeTooLarge": .init(action: .refuse, reason: "RFC 5869 §2.3: at most 255 blocks"),
    ]

    @Test("every case derives the published key or is refused for its size")
    func everyCase() throws {
        var counts: [Action: Int] = [:]
        for vector in try Wycheproof<Case>.cases(of: "hkdf_sha256") {
            // Two cases, the vectors of RFC 5869, have no flag.
            let action: Action = try vector.decisions(in: Self.table).contains(.refuse) ? .refuse : .derive
            counts[action, default: 0] += 1
            func derive() throws -> [UInt8] {
                try HKDF.deriveKey(
                    inputKeyMaterial: vector.ikm.bytes.span, salt: vector.salt.bytes.span,
                    info: vector.info.bytes.span, outputByteCount: vector.size
                ).copiedBytes
            }
            switch action {
            case .derive:
                #expect(vector.result == .valid, "tcId \(vector.tcId)")
                #expect(try derive() == vector.okm.bytes, "tcId \(vector.tcId)")
            case .refuse:
                #expect(vector.result == .invalid, "tcId \(vector.tcId)")
                #expect(throws: CryptoError.incorrectSize, "tcId \(vector.tcId)") { try derive() }
            }
        }
        #expect(counts == [.derive: 83, .refuse: 3])
    }
}
