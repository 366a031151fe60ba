/// A file of C2SP Wycheproof.
struct Wycheproof<Case: WycheproofCase>: Decodable {
    let cases: [Case]

    /// The cases of the file `name`.json.
    static func cases(of name: String) throws -> [Case] {
        try PublishedVectors.decode(Self.self, from: name).cases
    }
}

/// The members that every case of Wycheproof has.
protocol WycheproofCase: Decodable, Sendable {
    var tcId: Int { get }
    var flags: [String] { get }
    var result: WycheproofResult { get }
}

enum WycheproofResult: String, Decodable, Sendable {
    case valid, invalid, acceptable
}

/// The decision of this library on a flag of Wycheproof.
struct Decision<Action: Sendable>: Sendable {
    let action: Action
    let reason: String
}

struct UnknownFlag: Error {
    let name: String
    let tcId: Int
}

extension WycheproofCase {
    /// The decisions on all flags of the case.
    ///
    /// Throws for a flag without a decision.
    func decisions<Action>(in table: [String: Decision<Action>]) throws -> [Action] {
        try flags.map { flag in
            guard let decision = table[flag] else { throw UnknownFlag(name: flag, tcId: tcId) }
            return decision.action
        }
    }
}
