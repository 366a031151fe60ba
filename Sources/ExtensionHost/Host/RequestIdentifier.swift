import Foundation
import Synchronization

/// Generates request identifiers in the form of UUIDs, for requests without an identifier.
///
/// A random part, drawn once, separates processes; a counter separates the requests of one process. `UUID()` would open
/// a file for each request.
enum RequestIdentifier {
    private static let drawn = UUID().uuidString.prefix(24)
    private static let number = Atomic<UInt64>(0)

    static func next() -> String {
        let number = number.wrappingAdd(1, ordering: .relaxed).newValue & 0xFFFF_FFFF_FFFF
        let digits = String(number, radix: 16, uppercase: true)
        return drawn + String(repeating: "0", count: 12 - digits.utf8.count) + digits
    }
}
