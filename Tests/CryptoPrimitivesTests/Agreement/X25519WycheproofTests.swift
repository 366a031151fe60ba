import Testing

@testable import CryptoPrimitives

@Suite("X25519 against Wycheproof")
struct X25519WycheproofTests {
    struct Case: WycheproofCase {
        let tcId: Int
        let flags: [String]
        let result: WycheproofResult
        let `public`: Hex
        let `private`: Hex
        let shared: Hex
    }

    enum Action {
        /// The shared secret is the one of the file.
        case agree
        /// The key is refused, as a public key and in the agreement.
        case refuse
    }

    /// "acceptable" in the file means that a library may refuse; this table says when this one does.
    static let table: [String: Decision<Action>] = [
        "Normal": .init(action: .agree, reason: "a random case"),
        "Ktv": .init(action: .agree, reason: "a vector of RFC 7748"),
        "EdgeCaseMultiplication": .init(action: .agree, reason: "arithmetic must be right at its edges"),
        "EdgeCasePrivateKey": .init(action: .agree, reason: "every 32 bytes are a secret key after clamping"),
        "EdgeCaseShared": .init(action: .agree, reason: "a shared secret that looks special is a shared secret"),
        "Twist": .init(action: .agree, reason: "RFC 7748 §5 accepts points of the twist, which is secure too"),
        "SpecialPublicKey": .init(action: .agree, reason: "a form of the key that stresses the arithmetic"),
        "NonCanonicalPublic": .init(
            action: .agree,
            reason: "RFC 7748 §5 reduces such a u; what is bound to the seal is the bytes, not the point"),
        "SmallPublicKey": .init(
            action: .agree, reason: "says that the number is small; of the points that matter LowOrderPublic says so"),
        "LowOrderPublic": .init(
            action: .refuse, reason: "RFC 9180 §7.1.4: an all-zero secret, known to everyone, must not seal"),
        "ZeroSharedSecret": .init(action: .refuse, reason: "RFC 7748 §6.1 and RFC 9180 §7.1.4, as above"),
    ]

    @Test("every case agrees on the published secret or is refused for its low order")
    func everyCase() throws {
        var counts: [Action: Int] = [:]
        for vector in try Wycheproof<Case>.cases(of: "x25519") {
            let action: Action = try vector.decisions(in: Self.table).contains(.refuse) ? .refuse : .agree
            counts[action, default: 0] += 1
            let key = try X25519.PrivateKey(SecretMemory(copying: vector.private.bytes.span))
            switch action {
            case .agree:
                let secret = try X25519.sharedSecret(key, with: vector.public.bytes.span)
                #expect(secret.copiedBytes == vector.shared.bytes, "tcId \(vector.tcId)")
                let publicKey = try X25519.PublicKey(vector.public.bytes.span)
                #expect(publicKey.rawRepresentation == vector.public.bytes, "tcId \(vector.tcId)")
            case .refuse:
                #expect(vector.result != .valid, "tcId \(vector.tcId)")
                #expect(throws: CryptoError.lowOrderPoint, "tcId \(vector.tcId)") {
                    try X25519.sharedSecret(key, with: vector.public.bytes.span)
                }
                #expect(throws: CryptoError.lowOrderPoint, "tcId \(vector.tcId)") {
                    try X25519.PublicKey(vector.public.bytes.span)
                }
            }
        }
        #expect(counts == [.agree: 487, .refuse: 31])
    }
}
