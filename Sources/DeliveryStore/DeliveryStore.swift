import Foundation
import GRDB
public import PushOpener
public import ServiceExtension
import Synchronization

/// What a service extension must remember beyond its process, in an SQLite file: which envelopes were opened, which of a
/// provider's numbers arrived, and the badge.
///
/// The file may be shared by several processes, the app and its extension for example. It is bounded: what has expired is
/// forgotten, and of more than its capacity what expires first. Nothing secret lies in it: digests, numbers and the
/// identifiers of requests. It can be read by its owner only.
///
/// A store that is corrupt, locked for longer than its patience, or on a full disk throws, and the
/// `SealedNotificationService` that uses it shows the push all the same and says `storeUnavailable`. It is never thrown
/// away by itself; remove the file to begin anew.
public final class DeliveryStore: Sendable {
    /// The file's path.
    public let path: String

    /// The bounds of a store.
    public struct Bounds: Sendable, Hashable {
        /// The most envelopes that are remembered: 10,000, some 100 bytes each.
        public var envelopes = 10_000
        /// The most pairs of provider and device whose numbers are remembered: 1,000.
        public var streams = 1000
        /// The most requests that the badge remembers, so that a push that comes twice counts once: 1,000.
        public var badgeRequests = 1000
        /// How long another process's write is waited for, in seconds: 1.
        public var patience = 1.0

        /// Makes the bounds described at each.
        public init() {}
    }

    private let bounds: Bounds
    private let queue = Mutex<DatabaseQueue?>(nil)

    /// Names a store; the file is made or opened when it is first used.
    public init(path: String, bounds: Bounds = Bounds()) {
        self.path = path
        self.bounds = bounds
    }

    /// Reads and writes in one transaction that no other process can come between.
    ///
    /// - Throws: `DeliveryStoreError`.
    func write<Result: Sendable>(_ body: @Sendable (Database) throws -> Result) throws -> Result {
        do {
            return try opened().write(body)
        } catch let error as DatabaseError {
            throw DeliveryStoreError(error)
        }
    }

    /// A request's identifier in the length that is stored.
    private static func bounded(_ request: String) -> String { String(request.prefix(256)) }

    private func opened() throws -> DatabaseQueue {
        try queue.withLock { queue in
            if let queue { return queue }
            let made = try Self.open(path, patience: bounds.patience)
            queue = made
            return made
        }
    }

    /// Opens the file, waiting for others that begin it at the same moment: SQLite turns the second of two connections that
    /// switch one file to its log away at once, whatever busy timeout is set.
    private static func open(_ path: String, patience: Double) throws -> DatabaseQueue {
        let start = ContinuousClock.now
        while true {
            do {
                return try begin(path, patience: patience)
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                guard start.duration(to: .now) < .seconds(patience) else { throw error }
                Thread.sleep(forTimeInterval: 0.002)
            }
        }
    }

    private static func begin(_ path: String, patience: Double) throws -> DatabaseQueue {
        makeFile(path)
        var configuration = Configuration()
        configuration.busyMode = .timeout(patience)
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA journal_mode = WAL")
            try database.execute(sql: "PRAGMA synchronous = NORMAL")
            // In KiB; an extension has little memory.
            try database.execute(sql: "PRAGMA cache_size = -256")
        }
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.write(Schema.prepare)
        return queue
    }

    /// Makes an empty file that its owner alone can read; SQLite would let others read it.
    ///
    /// The file comes into its place by a link, which never replaces the file of somebody who was quicker. It is closed before:
    /// closing a file in use would drop the locks that SQLite holds on it in this process. What fails here, SQLite reports.
    private static func makeFile(_ path: String) {
        guard !FileManager.default.fileExists(atPath: path) else { return }
        var template = Array("\(path).XXXXXX".utf8CString)
        let file = unsafe mkstemp(&template)
        guard file >= 0 else { return }
        close(file)
        unsafe link(template, path)
        unsafe unlink(template)
    }
}

// MARK: - Replays

extension DeliveryStore: ReplayStore {
    /// Remembers an envelope, or says that it is known.
    ///
    /// - Throws: `DeliveryStoreError`; the push is then opened without the check.
    public func remember(
        _ envelope: [UInt8],
        request: String?,
        until expiry: UInt32,
        now: UInt32
    ) throws -> ReplayVerdict {
        let digest = Data(envelope)
        let request = request.map(Self.bounded)
        let capacity = bounds.envelopes
        return try write { database in
            let known = try Row.fetchOne(
                database, sql: "SELECT request FROM replay WHERE envelope = ? AND expiry >= ?",
                arguments: [digest, now])
            if let known {
                let first = known["request"] as String?
                return first != nil && first == request ? .sameRequest : .replayed
            }
            try database.execute(sql: "DELETE FROM replay WHERE expiry < ?", arguments: [now])
            try database.execute(
                sql: "INSERT OR REPLACE INTO replay (envelope, request, expiry) VALUES (?, ?, ?)",
                arguments: [digest, request, expiry])
            try Schema.prune("replay", key: "envelope", by: "expiry", to: capacity, keeping: digest, in: database)
            return .first
        }
    }
}

// MARK: - Missed pushes

extension DeliveryStore: SequenceStore {
    /// Notes that a number has arrived and says how many directly before it have not.
    ///
    /// - Throws: `DeliveryStoreError`; the push is then shown without the count.
    public func note(_ sequence: UInt64, of stream: SequenceStream) throws -> UInt64? {
        let key = stream.key
        let capacity = bounds.streams
        return try write { database in
            let row = try Row.fetchOne(
                database, sql: "SELECT highest, arrived, gap FROM sequence WHERE stream = ?", arguments: [key])
            let stored = row.map { row in
                SequenceWindow(
                    highest: UInt64(bitPattern: row["highest"]), arrived: UInt64(bitPattern: row["arrived"]),
                    gap: UInt64(bitPattern: row["gap"]))
            }
            var window = stored ?? SequenceWindow(first: sequence)
            let missed = window.note(sequence)
            try database.execute(
                sql: """
                    INSERT OR REPLACE INTO sequence (stream, highest, arrived, gap, used) VALUES
                    (?, ?, ?, ?, (SELECT COALESCE(MAX(used), 0) + 1 FROM sequence))
                    """,
                arguments: [
                    key, Int64(bitPattern: window.highest), Int64(bitPattern: window.arrived),
                    Int64(bitPattern: window.gap),
                ])
            try Schema.prune("sequence", key: "stream", by: "used", to: capacity, keeping: key, in: database)
            return missed
        }
    }
}

extension SequenceStream {
    /// The stream as bytes; lengths keep topic and audience apart.
    fileprivate var key: Data {
        var key = Data("\(sender.map(\.description) ?? "-") \(recipient) \(topic.utf8.count) ".utf8)
        key.append(contentsOf: topic.utf8)
        key.append(contentsOf: audience.utf8)
        return key
    }
}

// MARK: - Badge

extension DeliveryStore {
    /// The number that was last set or counted; 0 in the beginning.
    ///
    /// - Throws: `DeliveryStoreError`.
    public func badge() throws -> Int {
        try write { try Int.fetchOne($0, sql: "SELECT value FROM badge") ?? 0 }
    }

    /// Sets the badge, to 0 for example when the app is opened.
    ///
    /// - Throws: `DeliveryStoreError`.
    public func setBadge(_ value: Int) throws {
        try write { database in
            try database.execute(sql: "INSERT OR REPLACE INTO badge (id, value) VALUES (0, ?)", arguments: [value])
            try database.execute(sql: "DELETE FROM badgeRequest")
        }
    }

    /// Counts a push and returns the badge to show; the same request counts once, however often the system calls.
    ///
    /// - Throws: `DeliveryStoreError`.
    public func countBadge(for request: String) throws -> Int {
        let request = Self.bounded(request)
        let capacity = bounds.badgeRequests
        return try write { database in
            let known = try Int.fetchOne(
                database, sql: "SELECT value FROM badgeRequest WHERE request = ?", arguments: [request])
            if let known { return known }
            let before = try Int.fetchOne(database, sql: "SELECT value FROM badge") ?? 0
            let value = before == .max ? before : before + 1
            try database.execute(sql: "INSERT OR REPLACE INTO badge (id, value) VALUES (0, ?)", arguments: [value])
            try database.execute(
                sql: "INSERT INTO badgeRequest (request, value) VALUES (?, ?)", arguments: [request, value])
            try Schema.prune("badgeRequest", key: "request", by: "value", to: capacity, keeping: request, in: database)
            return value
        }
    }
}
