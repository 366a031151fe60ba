import DeliveryStore
import Foundation
import GRDB
import Testing

@Suite("Pages that a store claims")
struct ClaimedPagesTests {
    /// SQLite's log with another number of pages in its last commit (sqlite.org, "Database File Format", section 4).
    private static func log(_ log: [UInt8], claiming pages: UInt32) -> [UInt8] {
        func word(_ offset: Int) -> UInt32 { log[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) } }
        func bytes(_ word: UInt32) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }
        let frame = 24 + Int(word(8))
        let last = log.count - frame
        var changed = log
        changed.replaceSubrange(last + 4..<last + 8, with: bytes(pages))
        // The checksum goes on from that of the frame before, or of the log's header.
        let before = last == 32 ? 24 : last - frame + 16
        var (first, second) = (word(before), word(before + 4))
        let summed = changed[last..<last + 8] + changed[(last + 24)...]
        for pair in stride(from: 0, to: summed.count, by: 8) {
            let words = [pair, pair + 4].map { start in
                let bytes = summed.dropFirst(start).prefix(4)
                return (word(0) & 1 == 1 ? Array(bytes) : bytes.reversed()).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            }
            first &+= words[0] &+ second
            second &+= words[1] &+ first
        }
        changed.replaceSubrange(last + 16..<last + 24, with: bytes(first) + bytes(second))
        return changed
    }

    /// SQLite's check allocates a bit for each page, 512 MiB for a log of some kilobytes.
    @Test("a store that claims 4 billion pages is an error, at the cost of its own size")
    func claimedPages() async throws {
        let damaged = try HostileStoreTests.Damaged()
        defer { damaged.remove() }
        // The log is there while a connection is open, and stays the last word after a copy.
        let copy = damaged.folder.appending(path: "copy.sqlite").path
        do {
            let queue = try DatabaseQueue(path: damaged.path)
            try await queue.writeWithoutTransaction { try $0.execute(sql: "UPDATE badge SET value = 5") }
            // The header claims them as well, which holds while it is no more than the log's.
            var file = try [UInt8](Data(contentsOf: URL(fileURLWithPath: damaged.path)))
            file.replaceSubrange(28..<32, with: [0xFF, 0xFF, 0xFF, 0xFE])
            try Data(file).write(to: URL(fileURLWithPath: copy))
            let log = try [UInt8](Data(contentsOf: URL(fileURLWithPath: damaged.path + "-wal")))
            try Data(Self.log(log, claiming: 0xFFFF_FFFE)).write(to: URL(fileURLWithPath: copy + "-wal"))
        }
        setenv("SEALEDPUSH_TEST_CLAIMS", copy, 1)
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            let path = String(cString: getenv("SEALEDPUSH_TEST_CLAIMS"))
            let claimed = try await DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: "PRAGMA page_count") }
            if claimed != 0xFFFF_FFFE { HostileStoreTests.report("\(claimed ?? 0) pages are claimed") }
            let before = try Self.peakBytes()
            if (try? DeliveryStore(path: path, bounds: .patient).badge()) != nil {
                HostileStoreTests.report("the store is read")
            }
            let growth = try Self.peakBytes() - before
            if growth > 64 << 20 { HostileStoreTests.report("it takes \(growth) bytes") }
        }
        HostileStoreTests.expectNoProblem(result)
    }

    private static func peakBytes() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return (line?.filter(\.isNumber)).flatMap { Int($0) }.map { $0 * 1024 } ?? 0
    }
}
