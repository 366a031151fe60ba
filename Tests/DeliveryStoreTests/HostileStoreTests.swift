import DeliveryStore
import ExtensionHost
import Foundation
import GRDB
import KeyManagement
import PushOpener
import TestSupport
import Testing

/// A store file that a test has damaged; the calls run in a process of their own, since the failure looked for is a trap.
@Suite("A store's file is hostile input", .serialized)
struct HostileStoreTests {
    /// A folder with a store that remembers one envelope, one sequence number and one badge.
    struct Damaged {
        /// In memory where the machine has such a folder: SQLite waits for the disk each time a store is closed.
        let folder: URL
        var path: String { folder.appending(path: "delivery.sqlite").path }
        static let envelope = [UInt8](repeating: 7, count: 16)
        let stream: SequenceStream

        init() throws {
            let memory = URL(fileURLWithPath: "/dev/shm")
            let parent = access(memory.path, W_OK) == 0 ? memory : FileManager.default.temporaryDirectory
            folder = parent.appending(path: "sealedpush-\(UUID().uuidString)")
            #expect(mkdir(folder.path, 0o700) == 0)
            let key = try Keyring.generate(name: "phone", role: .device).primary.thumbprint
            stream = SequenceStream(sender: nil, recipient: key, topic: "topic", audience: "")
            try fill(DeliveryStore(path: path, bounds: .patient))
        }

        func fill(_ store: DeliveryStore) throws {
            _ = try store.remember(Self.envelope, request: "one", until: 100, issuedAt: 50, now: 50)
            _ = try store.note(1, of: stream)
            _ = try store.countBadge(for: "one")
        }

        func change(_ sql: String) throws {
            try DatabaseQueue(path: path).writeWithoutTransaction { try $0.execute(sql: sql) }
        }

        func count(_ rows: String) throws -> Int {
            try DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM \(rows)") ?? -1 }
        }

        /// Calls everything that a store offers.
        ///
        /// - Returns: for each call whether it failed; any error but `DeliveryStoreError` ends the process.
        func use() -> [Bool] {
            let store = DeliveryStore(path: path, bounds: .patient)
            let calls: [() throws -> Void] = [
                { _ = try store.remember(Self.envelope, request: "one", until: 100, issuedAt: 50, now: 50) },
                {
                    _ = try store.remember(
                        [UInt8](repeating: 9, count: 16), request: nil, until: 100, issuedAt: 50, now: 50)
                },
                { _ = try store.note(2, of: stream) },
                { _ = try store.badge() },
                { _ = try store.countBadge(for: "one") },
                { _ = try store.countBadge(for: "two") },
            ]
            return calls.map { call in
                do {
                    try call()
                    return false
                } catch is DeliveryStoreError {
                    return true
                } catch {
                    preconditionFailure("\(error)")
                }
            }
        }

        func remove() { try? FileManager.default.removeItem(at: folder) }
    }

    /// Fails for each problem that a process printed.
    static func expectNoProblem(_ result: ExitTest.Result?) {
        let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
        #expect(output.split(separator: "\n").filter { $0.hasPrefix("problem: ") } == [])
    }

    static func report(_ problem: String) { print("problem: \(problem)") }

    /// The columns that are read, with the call of `Damaged.use()` that reads each.
    static let columns = [
        ("sealing", "newest", 1), ("sequence", "highest", 2), ("sequence", "used", 2), ("badge", "value", 3),
        ("badgeRequest", "value", 4),
    ]

    @Test("a column of another type is an error, and the value stays as it is")
    func columnTypes() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            for (table, column, call) in Self.columns {
                for value in ["'abc'", "x'0102'", "4000000000.5", "9e99"] {
                    let damaged = try Damaged()
                    defer { damaged.remove() }
                    try damaged.change("UPDATE \(table) SET \(column) = \(value)")
                    if !damaged.use()[call] { Self.report("\(table).\(column) = \(value) is taken") }
                    let kept = try damaged.count("\(table) WHERE quote(\(column)) = quote(\(value))")
                    if kept != 1 { Self.report("\(table).\(column) = \(value) was replaced") }
                }
            }
        }
        Self.expectNoProblem(result)
    }

    @Test("a store returns or throws its own error whichever byte of its file is changed, and never replaces the file")
    func changedBytes() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            let damaged = try Damaged()
            defer { damaged.remove() }
            func inode() -> UInt64 {
                var metadata = stat()
                return stat(damaged.path, &metadata) == 0 ? UInt64(metadata.st_ino) : 0
            }
            let (file, identity) = (URL(fileURLWithPath: damaged.path), inode())
            let valid = try Data(contentsOf: file)
            // Most bytes of a page are unused: zeros between zeros.
            let used = valid.indices.filter { index in
                valid[max(0, index - 4)..<min(valid.count, index + 5)].contains { $0 != 0 }
            }
            for index in used {
                var bytes = valid
                bytes[index] = index.isMultiple(of: 2) ? 0xFF : bytes[index] ^ 1
                for suffix in ["-wal", "-shm", "-journal"] { unlink(damaged.path + suffix) }
                try bytes.write(to: file)
                _ = damaged.use()
                if inode() != identity { Self.report("the file was replaced after a change at \(index)") }
            }
        }
        Self.expectNoProblem(result)
    }

    @Test(
        "a foreign table is an error, and nothing is written to the file",
        arguments: [
            "ALTER TABLE badge RENAME TO other; CREATE VIEW badge AS SELECT id, 1 + value AS value FROM other",
            "CREATE TRIGGER t AFTER INSERT ON replay BEGIN DELETE FROM replay; END",
            "ALTER TABLE badge ADD COLUMN more", "ALTER TABLE badge RENAME COLUMN value TO number",
            "DROP TABLE sequence", "DROP INDEX replayByExpiry", "CREATE TABLE mine (a)",
            "CREATE INDEX i ON replay (request)",
            "DROP TABLE badge; CREATE TABLE badge (id INTEGER PRIMARY KEY CHECK (id = 0), value TEXT NOT NULL)",
            // Another program's database.
            """
            DROP TABLE replay; DROP TABLE sealing; DROP TABLE sequence; DROP TABLE badge; DROP TABLE badgeRequest;
            CREATE TABLE mine (a); PRAGMA user_version = 0
            """,
        ])
    func otherTables(change: String) throws {
        let damaged = try Damaged()
        defer { damaged.remove() }
        try damaged.change(change)
        // Out of the log, so that the file is all there is.
        try damaged.change("PRAGMA journal_mode = DELETE")
        let before = try Data(contentsOf: URL(fileURLWithPath: damaged.path))
        #expect(damaged.use() == [true, true, true, true, true, true])
        #expect(try Data(contentsOf: URL(fileURLWithPath: damaged.path)) == before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: damaged.folder.path) == ["delivery.sqlite"])
    }

    @Test("a value of 2 MiB is not read")
    func hugeValue() throws {
        let damaged = try Damaged()
        defer { damaged.remove() }
        try damaged.change("UPDATE replay SET request = hex(zeroblob(1 << 20))")
        #expect(damaged.use()[0])
        #expect(try damaged.count("replay WHERE length(request) = 2 << 20") == 1)
    }

    @Test("a file larger than any store is not read")
    func hugeFile() throws {
        let damaged = try Damaged()
        defer { damaged.remove() }
        #expect(truncate(damaged.path, 1 << 40) == 0)
        #expect(damaged.use().allSatisfy { $0 })
    }

    /// The next row that needs a page would be written over the envelopes.
    @Test("a page that is in use and also in the list of free pages is an error")
    func freePageInUse() throws {
        let damaged = try Damaged()
        defer { damaged.remove() }
        try damaged.change("PRAGMA journal_mode = DELETE; PRAGMA page_size = 512; VACUUM")
        let root = try damaged.root(of: "replay")
        var file = try [UInt8](Data(contentsOf: URL(fileURLWithPath: damaged.path)))
        // A page of the list, with no next one and the root as its only free page ("Database File Format", section 1.5).
        let trunk = Damaged.bytes(0) + Damaged.bytes(1) + Damaged.bytes(root)
        file += trunk + [UInt8](repeating: 0, count: 512 - trunk.count)
        let pages = file.count / 512
        file.replaceSubrange(28..<40, with: Damaged.bytes(pages) + Damaged.bytes(pages) + Damaged.bytes(2))
        try Data(file).write(to: URL(fileURLWithPath: damaged.path))
        #expect(damaged.use().allSatisfy { $0 })
        #expect(try damaged.count("replay") == 1)
    }

    /// SQLite's own check of such a file overflows the stack, and reading it would take 60²⁰ steps.
    @Test(
        "pages that nest deep, or that are referenced repeatedly, are an error", .timeLimit(.minutes(60)),
        arguments: [1, 60])
    func deepTree(children: Int) async throws {
        let damaged = try Damaged()
        defer { damaged.remove() }
        let depth = children == 1 ? 12_000 : 19
        try damaged.change("PRAGMA journal_mode = DELETE; PRAGMA page_size = 512; VACUUM")
        try damaged.replaceTree(of: "badge", depth: depth, children: children)
        let path = damaged.path
        setenv("SEALEDPUSH_TEST_STORE", path, 1)
        await #expect(processExitsWith: .success) {
            let path = String(cString: getenv("SEALEDPUSH_TEST_STORE"))
            // The stack of a thread on an iPhone.
            let ended = DispatchSemaphore(value: 0)
            let thread = Thread {
                if (try? DeliveryStore(path: path, bounds: .patient).badge()) != nil { _exit(2) }
                ended.signal()
            }
            thread.stackSize = 512 << 10
            thread.start()
            ended.wait()
        }
    }

    @Test("of 2,000 flipped bits none ends the process, and the file is never replaced")
    func flippedBits() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            let damaged = try Damaged()
            defer { damaged.remove() }
            // Small pages, so that fewer of the bits lie in unused space.
            try damaged.change("PRAGMA journal_mode = DELETE; PRAGMA page_size = 512; VACUUM")
            let whole = try [UInt8](Data(contentsOf: URL(fileURLWithPath: damaged.path)))
            let envelope = try #require(whole.firstRange(of: Damaged.envelope)?.lowerBound)
            var state: UInt64 = 20_261_122
            for _ in 0..<2000 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let bit = Int(state >> 33) % (whole.count * 8)
                var flipped = whole
                flipped[bit / 8] ^= 1 << (bit % 8)
                for suffix in ["-wal", "-shm", "-journal"] { unlink(damaged.path + suffix) }
                try Data(flipped).write(to: URL(fileURLWithPath: damaged.path))
                let inode = damaged.inode
                let verdict = try? DeliveryStore(path: damaged.path, bounds: .patient)
                    .remember(Damaged.envelope, request: "two", until: 100, issuedAt: 50, now: 50)
                // The envelope's row lies around its bytes, and the index has it once more; other damage must not make it new.
                if verdict == .first, !(envelope - 24..<envelope + 24).contains(bit / 8) {
                    Self.report("bit \(bit % 8) of byte \(bit / 8) forgets the envelope")
                }
                _ = damaged.use()
                if damaged.inode != inode { Self.report("bit \(bit) replaces the file") }
            }
        }
        Self.expectNoProblem(result)
    }
}

extension HostileStoreTests.Damaged {
    /// The file behind the path.
    var inode: UInt64 {
        var metadata = stat()
        return stat(path, &metadata) == 0 ? UInt64(metadata.st_ino) : 0
    }

    /// A number of four bytes, big-endian.
    static func bytes(_ number: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }

    /// The page in which a table begins.
    func root(of table: String) throws -> Int {
        try DatabaseQueue(path: path).read {
            try Int.fetchOne($0, sql: "SELECT rootpage FROM sqlite_master WHERE name = ?", arguments: [table]) ?? 0
        }
    }

    /// Replaces a table's tree, in a file of pages of 512 bytes, by one that has a single page in each level: an interior page
    /// that names the next one as all of its children, and a leaf with the table's row.
    ///
    /// See "Database File Format", section 1.6, on sqlite.org.
    func replaceTree(of table: String, depth: Int, children: Int) throws {
        let root = try root(of: table)
        var file = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
        let leaf = Array(file[(root - 1) * 512..<root * 512])
        let last = file.count / 512 + depth
        func interior(_ next: Int) -> [UInt8] {
            let number = Self.bytes(next)
            // Each cell is a page's number and the key 0 in one byte.
            let content = 512 - (children - 1) * 5
            var page: [UInt8] =
                [5, 0, 0, 0, UInt8(children - 1), UInt8(content >> 8), UInt8(content & 255), 0] + number
            for cell in 0..<children - 1 {
                let start = content + cell * 5
                page += [UInt8(start >> 8), UInt8(start & 255)]
            }
            page += [UInt8](repeating: 0, count: content - page.count)
            for _ in 0..<children - 1 { page += number + [0] }
            return page
        }
        file.replaceSubrange((root - 1) * 512..<root * 512, with: interior(file.count / 512 + 1))
        for next in file.count / 512 + 2..<last + 1 { file += interior(next) }
        file += leaf
        file.replaceSubrange(28..<32, with: Self.bytes(file.count / 512))
        try Data(file).write(to: URL(fileURLWithPath: path))
    }
}
