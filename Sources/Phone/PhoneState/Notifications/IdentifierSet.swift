/// The identifiers of a request, compared as UTF-8 bytes; a membership test does not depend on their number.
struct IdentifierSet: Sendable {
    /// The maximum number of identifiers in a request of another process.
    ///
    /// An extension cannot keep the phone's state locked. A phone has at most 1,000 notifications and 1,000 interactions.
    static let limit = 10_000

    private let keys: Set<[UInt8]>

    init(_ identifiers: [String]) { keys = Set(identifiers.map { Array($0.utf8) }) }

    func contains(_ identifier: String) -> Bool { keys.contains(Array(identifier.utf8)) }
}
