import Foundation
import Synchronization

/// Identifiers for requests that were given none, in the form of UUIDs.
///
/// They differ from those of other processes by a part that is drawn once, and from each other by a number: `UUID()` opens a
/// file for each.
enum RequestIdentifier {
    private static let drawn = UUID().uuidString.prefix(24)
    private static let number = Atomic<UInt64>(0)

    static func next() -> String {
        let number = number.wrappingAdd(1, ordering: .relaxed).newValue & 0xFFFF_FFFF_FFFF
        let digits = String(number, radix: 16, uppercase: true)
        return drawn + String(repeating: "0", count: 12 - digits.utf8.count) + digits
    }
}
