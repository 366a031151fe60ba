import Foundation

/// This process's memory as the system sees it, for looking at places that Swift no longer owns.
enum ProcessMemory {
    struct CannotRead: Error {}

    static func read(at address: UInt, count: Int) throws -> [UInt8] {
        let file = try FileHandle(forReadingFrom: URL(filePath: "/proc/self/mem"))
        defer { try? file.close() }
        try file.seek(toOffset: UInt64(address))
        guard let data = try file.read(upToCount: count), data.count == count else { throw CannotRead() }
        return [UInt8](data)
    }
}
