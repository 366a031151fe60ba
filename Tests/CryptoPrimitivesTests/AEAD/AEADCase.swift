/// A case of Wycheproof's AEAD files.
struct AEADCase: WycheproofCase {
    let tcId: Int
    let flags: [String]
    let result: WycheproofResult
    let key: Hex
    let iv: Hex
    let aad: Hex
    let msg: Hex
    let ct: Hex
    let tag: Hex

    enum Action {
        /// Sealing gives the published bytes, opening gives the message.
        case seal
        /// Opening is refused.
        case refuse
        /// The nonce has another size than the one there is.
        case wrongNonceSize
    }

    static let table: [String: Decision<Action>] = [
        "Ktv": .init(action: .seal, reason: "a vector of the specification"),
        "Pseudorandom": .init(action: .seal, reason: "all sizes of message and additional data"),
        "EdgeCasePoly1305": .init(action: .seal, reason: "carries inside Poly1305"),
        "EdgeCasePolyKey": .init(action: .seal, reason: "limbs of the Poly1305 key at their edges"),
        "EdgeCaseCiphertext": .init(action: .seal, reason: "special ciphertexts"),
        "EdgeCaseTag": .init(action: .seal, reason: "the last addition of Poly1305"),
        "ModifiedTag": .init(action: .refuse, reason: "one wrong bit of a tag is a wrong tag"),
        "InvalidNonceSize": .init(action: .wrongNonceSize, reason: "the AEAD has one nonce size"),
    ]

    /// The one action on which all flags agree.
    var action: Action {
        get throws {
            let actions = Set(try decisions(in: Self.table))
            guard let action = actions.first, actions.count == 1 else { throw Undecided(tcId: tcId, flags: flags) }
            return action
        }
    }

    struct Undecided: Error {
        let tcId: Int
        let flags: [String]
    }
}
