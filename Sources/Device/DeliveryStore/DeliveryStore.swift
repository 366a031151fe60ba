import CryptoPrimitives
public import Foundation
import GRDB
import KeyManagement
public import PushOpener
import SQLiteFile
public import SealedNotifications
import Synchronization

/// The memory of a service extension beyond its process, in an SQLite file: opened envelopes, the highest sequence number of each
/// provider, and the badge.
///
/// Several processes may share the file, the app and its extension for example. It is bounded: ended envelopes are deleted, and above
/// the capacity those whose end comes first. It holds no secrets: digests, numbers, topics and audiences. Nobody else may be able
/// to write to its folder; a new file can be read by its owner only.
///
/// The content of the file is not trusted. A store that is damaged, locked for longer than its timeout, or on a full disk throws,
/// and the `SealedNotificationService` that uses it still shows the push and says `storeUnavailable`. A damaged file is never
/// replaced; move it away to begin again with an empty store.
public final class DeliveryStore: Sendable {
    /// The file's path.
    public let path: String

    /// The bounds of a store.
    public struct Bounds: Sendable, Hashable {
        /// The most envelopes that are remembered: 50,000, some 100 bytes each.
        public var envelopes = 50_000
        /// The most pairs of provider and device whose numbers are remembered: 1,000.
        public var streams = 1000
        /// The most requests that the badge remembers, so that a push that comes twice counts once: 1,000.
        public var badgeRequests = 1000
        /// The longest wait for another process, in seconds: 1.
        ///
        /// A value outside 0 to 3600 counts as the nearer bound, NaN as 0. A call ends with `locked` at most a second later.
        public var busyTimeout = 1.0

        var boundedTimeout: Double { busyTimeout >= 0 ? min(busyTimeout, 3600) : 0 }

        /// Makes the bounds described at each.
        public init() {}

        /// The rows of all tables; a larger number than a file can hold counts as that.
        private var rows: Int { [envelopes, streams, badgeRequests].reduce(0) { $0 + min(max(1, $1), 1 << 40) } }

        /// The bounds of the file: 16 MiB and 4 KiB for each row, values of 1 MiB, statements of 10 million steps, less than a
        /// second, and 100 for each row; little memory, as an extension has.
        var ofFile: SQLiteFile.Bounds {
            SQLiteFile.Bounds(
                byteCount: (16 << 20) + rows * 4096, valueByteCount: 1 << 20, stepCount: 10_000_000 + rows * 100,
                cacheKibibytes: 256, busyTimeout: boundedTimeout)
        }
    }

    private let bounds: Bounds
    private let queue = Mutex<DatabaseQueue?>(nil)

    /// Names a store; the file is made or opened when it is first used.
    public init(path: String, bounds: Bounds = Bounds()) {
        self.path = path
        self.bounds = bounds
    }

    private func write<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result) throws -> Result {
        do {
            let call = BoundedCall<Result> { call in
                try self.opened().write { database in
                    try call.begin()
                    return try body(database)
                }
            }
            return try call.run(for: bounds.boundedTimeout + 1)
        } catch let error as DatabaseError {
            throw DeliveryStoreError(SQLiteFileError(error))
        } catch let error as SQLiteFileError {
            throw DeliveryStoreError(error)
        }
    }

    /// The stored form of a request's identifier: its SHA-256, of any length and any characters.
    private static func digest(of request: String) -> Data {
        Data(SHA256.digest(of: ContiguousArray(request.utf8).span))
    }

    private func opened() throws -> DatabaseQueue {
        try queue.withLock { queue in
            if let queue { return queue }
            let made = try SQLiteFile(path, schema: Schema.tables, bounds: bounds.ofFile).open()
            queue = made
            return made
        }
    }
}

extension DeliveryStore: ReplayStore {
    /// Remembers an envelope, or says that it is known.
    ///
    /// - Throws: `DeliveryStoreError`; the push is then opened without the check.
    public func remember(
        _ envelope: [UInt8], request: String?, until end: Date, issuedAt: Date, now: Date
    ) throws -> ReplayVerdict {
        let (digest, request, capacity) = (Data(envelope), request.map(Self.digest), bounds.envelopes)
        let (end, issuedAt, now) = (end.unixSeconds, issuedAt.unixSeconds, now.unixSeconds)
        return try write { database in
            // A request that was not given is never the same.
            let known = try Row.fetchOne(
                database, sql: "SELECT request IS NOT NULL AND request IS ? FROM replay WHERE envelope = ?",
                arguments: [request, digest])
            if let known { return try (known[0] as DatabaseValue).integer() == 1 ? .sameRequest : .replayed }
            // The clock was perhaps ahead for a moment; a time of sealing is authenticated.
            let newest = max(issuedAt, try database.integer("SELECT newest FROM sealing") ?? 0)
            try database.execute(sql: "INSERT OR REPLACE INTO sealing (id, newest) VALUES (0, ?)", arguments: [newest])
            try database.execute(sql: "DELETE FROM replay WHERE expiry < ?", arguments: [min(now, newest)])
            try database.execute(
                sql: "INSERT INTO replay (envelope, request, expiry) VALUES (?, ?, ?)",
                arguments: [digest, request, end])
            let isFull = try Schema.prune(
                "replay", key: "envelope", by: "expiry", to: capacity, keeping: digest, in: database)
            return isFull ? .firstInFullStore : .first
        }
    }
}

extension DeliveryStore: SequenceStore {
    /// Notes that a number has arrived and returns how many directly before it have not.
    ///
    /// - Throws: `DeliveryStoreError`; the push is then shown without the count.
    public func note(_ sequence: UInt64, of stream: SequenceStream) throws -> UInt64? {
        let (key, capacity) = (Data(stream.bytes), bounds.streams)
        return try write { database in
            // Stored as SQLite's signed integer of the same 64 bits.
            let stored: Int64? = try database.integer("SELECT highest FROM sequence WHERE stream = ?", [key])
            let highest = stored.map { UInt64(bitPattern: $0) }
            let used: Int64 = try database.integer("SELECT MAX(used) FROM sequence") ?? 0
            guard used < .max else { throw SQLiteFileError(.corrupt, "the store's count of uses is at its end") }
            try database.execute(
                sql: "INSERT OR REPLACE INTO sequence (stream, highest, used) VALUES (?, ?, ?)",
                arguments: [key, Int64(bitPattern: max(sequence, highest ?? 0)), used + 1])
            try Schema.prune("sequence", key: "stream", by: "used", to: capacity, keeping: key, in: database)
            return SequenceStream.missed(before: sequence, highest: highest)
        }
    }
}

extension DeliveryStore {
    /// The number that was last set or counted; 0 in the beginning.
    ///
    /// - Throws: `DeliveryStoreError`.
    public func badge() throws -> Int {
        try write { try Self.badge(in: $0) }
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
        let (request, capacity) = (Self.digest(of: request), bounds.badgeRequests)
        return try write { database in
            let known: Int? = try database.integer("SELECT value FROM badgeRequest WHERE request = ?", [request])
            if let known { return known }
            let before = try Self.badge(in: database)
            let value = before == .max ? before : before + 1
            try database.execute(sql: "INSERT OR REPLACE INTO badge (id, value) VALUES (0, ?)", arguments: [value])
            try database.execute(
                sql: "INSERT INTO badgeRequest (request, value) VALUES (?, ?)", arguments: [request, value])
            try Schema.prune("badgeRequest", key: "request", by: "value", to: capacity, keeping: request, in: database)
            return value
        }
    }

    private static func badge(in database: Database) throws -> Int {
        try database.integer("SELECT value FROM badge WHERE id = 0") ?? 0
    }
}
