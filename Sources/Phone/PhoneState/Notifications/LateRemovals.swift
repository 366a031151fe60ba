import Foundation

/// The removals that a phone has not carried out yet, in their order.
///
/// They are lost when the extension ends before they are due (`SystemPolicy.removalDelay` of the module ExtensionHost).
struct LateRemovals {
    private struct Removal {
        let identifiers: [String]?
        let date: Date
    }

    // An extension cannot fill its host's memory with removals: the newest count, and one with too many bytes is lost.
    // A string takes 16 bytes, also an empty one.
    private static let limit = 100
    private static let byteLimit = 1 << 16

    private var removals: [Removal] = []
    /// The number of pushes that an extension is handling.
    private var pushes = 0

    mutating func append(_ identifiers: [String]?, at date: Date) {
        guard identifiers?.reduce(0, { $0 + 16 + $1.utf8.count }) ?? 0 <= Self.byteLimit else { return }
        removals.append(Removal(identifiers: identifiers, date: date))
        removals.removeFirst(max(0, removals.count - Self.limit))
    }

    mutating func pushBegan() { pushes += 1 }

    /// Loses the removals when the extension has no more pushes, since the system then suspends its process.
    mutating func pushSettled() {
        pushes = max(0, pushes - 1)
        if pushes == 0 { removals = [] }
    }

    mutating func takeDue(at now: Date) -> [[String]?] {
        let due = removals.prefix { $0.date <= now }
        removals.removeFirst(due.count)
        return due.map(\.identifiers)
    }

    /// Returns all removals: a later request that waits for its answer is carried out after them.
    mutating func takeAll() -> [[String]?] {
        defer { removals = [] }
        return removals.map(\.identifiers)
    }
}
