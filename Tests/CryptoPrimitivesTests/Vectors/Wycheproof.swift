/// A file of C2SP Wycheproof.
struct Wycheproof<Case: WycheproofCase>: Decodable {
    struct Group: Decodable {
        let tests: [Case]
    }

    let numberOfTests: Int
    let testGroups: [Group]

    /// The cases of `name`, as many as the file says that it has.
    static func cases(of name: String) throws -> [Case] {
        let file = try VectorFolder.decode(Self.self, from: "wycheproof/\(name)_test.json")
        let cases = file.testGroups.flatMap(\.tests)
        guard cases.count == file.numberOfTests else {
            throw WrongCount(stated: file.numberOfTests, found: cases.count)
        }
        return cases
    }
}

/// What every case of Wycheproof has.
protocol WycheproofCase: Decodable, Sendable {
    var tcId: Int { get }
    var flags: [String] { get }
    var result: WycheproofResult { get }
}

enum WycheproofResult: String, Decodable, Sendable {
    case valid, invalid, acceptable
}

struct WrongCount: Error {
    let stated: Int
    let found: Int
}

/// A flag of Wycheproof with what this library does about it.
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
    /// Throws for a flag that nobody has decided on.
    func decisions<Action>(in table: [String: Decision<Action>]) throws -> [Action] {
        try flags.map { flag in
            guard let decision = table[flag] else { throw UnknownFlag(name: flag, tcId: tcId) }
            return decision.action
        }
    }
}
