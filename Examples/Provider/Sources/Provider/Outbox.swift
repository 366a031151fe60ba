import Foundation
import GRDB
import PushSealer

/// A sealed push that was accepted and not yet sent; its points in time are in UNIX seconds.
struct OutboxPush: Codable, Sendable, FetchableRecord, PersistableRecord {
    var number: Int64?  // The row's in SQLite; in PostgreSQL the sequence number of its device.
    let device: String
    let activity: String?  // The push token of a Live Activity, in place of the device token.
    let headers: [String: String]
    let body: Data
    let accepted, expiration: Double
    var due: Double?  // The earliest time of the next attempt; nil while an earlier push of the device waits.
    var attempts = 0

    init(_ push: SealedPush, to device: String, activity: String?) {
        (self.device, self.activity, body, accepted) = (device, activity, Data(push.body), Date().timeIntervalSince1970)
        headers = Dictionary(uniqueKeysWithValues: push.headers.fields.map { ($0.name, $0.value) })
        expiration = push.headers.expiration.map { Double($0) } ?? .greatestFiniteMagnitude
    }
}

/// The accepted pushes and the device tokens.
protocol Outbox: Sendable {
    /// An element after each change with which a push may be due.
    var changes: AsyncStream<Void> { get }
    var changed: AsyncStream<Void>.Continuation { get }

    /// The sequence number of the next push to a device, and the push-to-start token; nil for a device without a token.
    func next(for id: String) async throws -> (sequence: Int64, startToken: String?)?
    /// Keeps a push that was sealed with a sequence number, or returns false if the device's next number is another one.
    func add(_ push: OutboxPush, sequence: Int64) async throws -> Bool
    /// The pushes that are due, one of each device, without those that are being sent, which these are until they are settled.
    func take(atMost limit: Int) async throws -> [OutboxPush]
    /// Postpones a taken push, or removes it, after which the device's next one is due.
    func settle(_ push: OutboxPush, retryIn seconds: Double?) async throws
    /// The number of pushes that wait, and the seconds for which the oldest one does.
    func waiting() async throws -> (count: Int, oldestAge: Int)

    /// Sets the tokens of a device; another device with this token, an earlier installation, loses it.
    func setToken(_ token: String, start: String?, of id: String) async throws
    func token(of id: String) async throws -> String?
    /// Removes the token of a device if it is this one and was registered before its end; returns whether it was.
    func removeToken(of id: String, _ token: String?, endedAt end: Date) async throws -> Bool
}
