import AsyncAlgorithms
import AsyncHTTPClient
import Foundation
import Logging
import NIOCore
import NIOHTTP1
import PushSealer
import ServiceLifecycle

/// Sends the pushes of the outbox: each device's in order, those of 100 devices at once, each at least once.
struct Sender: Service {
    let outbox: any Outbox
    let metrics: Metrics
    let apns: String
    let client: HTTPClient
    let providerToken: ProviderToken
    let logger: Logger
    /// The time for the answer to a push, after which another process may take it.
    let answerSeconds: Int

    /// Runs until the signal to stop; pushes that are being sent then are finished, the others stay in the outbox.
    func run() async throws {
        try await withThrowingDiscardingTaskGroup { group in
            group.addTask {  // Postponed pushes become due.
                let seconds = AsyncTimerSequence.repeating(every: .seconds(1)).cancelOnGracefulShutdown()
                for await _ in seconds { outbox.changed.yield() }
            }
            for await _ in outbox.changes.cancelOnGracefulShutdown() {
                // From before the take, so that a process that was suspended sends nothing that another one has taken.
                let deadline = NIODeadline.now() + .seconds(Int64(answerSeconds))
                for push in try await outbox.take(atMost: 100) { group.addTask { try await send(push, by: deadline) } }
            }
        }
    }

    /// Sends a push once, and removes it from the outbox or postpones it; an error of the outbox ends the process.
    private func send(_ push: OutboxPush, by deadline: NIODeadline) async throws {
        var (result, reason) = ("postponed", "no answer")
        do {
            (result, reason) = try await attempt(push, by: deadline)
        } catch {
            if Task.isCancelled { return }  // The push stays in the outbox.
            logger.notice("no answer", metadata: ["error": "\(error)"])
        }
        let delay = min(pow(2, Double(push.attempts)), 900) * .random(in: 1...1.5)  // Seconds.
        metrics.count(result, reason: reason)
        // In a task that a stop does not cancel: a push that was sent would be sent again.
        try await Task { [result] in
            try await outbox.settle(push, retryIn: result == "postponed" ? delay : nil)
        }.value
        let metadata: Logger.Metadata = ["id": "\(push.headers["apns-id"] ?? "")", "reason": "\(reason)"]
        logger.log(level: result == "sent" ? .debug : .notice, "push \(result)", metadata: metadata)
    }

    /// Sends a push unless it has expired or its device has no token; the result is `sent`, `dropped` or `postponed`.
    private func attempt(_ push: OutboxPush, by deadline: NIODeadline) async throws -> (result: String, reason: String)
    {
        guard Date().timeIntervalSince1970 < push.expiration else { return ("dropped", "expired") }
        let device = try await outbox.token(of: push.device)
        guard let token = push.activity ?? device else { return ("dropped", "no device token") }
        var request = HTTPClientRequest(url: "\(apns)/3/device/\(token)")
        request.method = .POST
        request.headers.add(contentsOf: HTTPHeaders(push.headers.map { ($0.key, $0.value) }))
        request.headers.add(name: "authorization", value: "bearer \(try await providerToken.current())")
        request.body = .bytes(push.body)
        let response = try await client.execute(request, deadline: deadline)
        let json = try? await JSONValue(parsing: Array(response.body.collect(upTo: 4096).readableBytesView)).objectValue
        let reason = (json?["reason"]?.stringValue ?? "").filter(\.isLetter)
        switch (response.status.code, reason) {
        case (200, _): return ("sent", reason)
        case (410, _), (400, "BadDeviceToken"):
            let end = json?["timestamp"]?.numberValue?.int.map { Date(timeIntervalSince1970: Double($0) / 1000) }
            let isEnd = try await outbox.removeToken(of: push.device, token, endedAt: end ?? .distantFuture)
            return (isEnd || push.activity != nil ? "dropped" : "postponed", reason)  // Postponed for a newer token.
        case (413, _), (400, "BadCollapseId"), (400, "BadExpirationDate"), (400, "BadPriority"),
            (400, "DeviceTokenNotForTopic"), (400, "InvalidPushType"), (400, "PayloadEmpty"):
            return ("dropped", reason)
        case (403, "ExpiredProviderToken"), (403, "InvalidProviderToken"): await providerToken.renew()
        default: break
        }
        return ("postponed", reason)  // A fault of the service, or of the provider's key, clock or options.
    }
}
