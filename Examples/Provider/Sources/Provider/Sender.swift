import Foundation
import Logging
import Metrics
import ServiceLifecycle

/// Sends the pushes of the outbox: each device's in order, those of 100 devices at once, each at least once.
struct Sender: Service {
    let outbox: Outbox
    let devices: Devices
    let service: PushService
    let logger: Logger
    /// The time for which due pushes are still sent after the signal to stop; the others stay in the outbox.
    let drain: Duration

    func run() async throws {
        try await withThrowingTaskGroup(of: String?.self) { group in
            var busy: Set<String> = []
            var end: ContinuousClock.Instant?
            group.addTask { try await tick() }
            while true {
                let due = try await outbox.due(limit: 100, except: busy)
                if Task.isShuttingDownGracefully {
                    end = end ?? .now + drain
                    if due.isEmpty && busy.isEmpty || end.map({ $0 <= .now }) == true { break }
                }
                for push in due {
                    busy.insert(push.device)
                    group.addTask { await send(push) }
                }
                let device = try await group.next() ?? nil
                if let device { busy.remove(device) } else { group.addTask { try await tick() } }
            }
            group.cancelAll()
        }
    }

    /// Ends after a moment, in which pushes may have been accepted or become due.
    private func tick() async throws -> String? {
        try await Task.sleep(for: .milliseconds(50))
        return nil
    }

    /// Sends a push once, removes it from the outbox or postpones it, and returns its device.
    private func send(_ push: OutboxPush) async -> String {
        var (result, reason, delay) = ("dropped", "expired", min(pow(2, Double(push.attempts)), 900))  // Seconds.
        do {
            let deviceToken = try await outbox.token(of: push.device)
            if let token = push.token ?? deviceToken, Date().timeIntervalSince1970 < push.expiration {
                let answer = try await service.send(push, to: token)
                (reason, delay) = (answer.reason, max(delay, answer.retryAfter))
                switch answer.status {
                case 200: result = "sent"
                case 410 where push.token != nil: break
                case 410 where try await devices.forget(push.device, endedAt: answer.endedAt): result = "forgotten"
                // 403 is a fault of the provider's key or clock, which must not lose a push.
                case 403, 410, 429, 500...: result = "postponed"
                default: break
                }
            }
        } catch {
            if Task.isCancelled { return push.device }  // The push stays in the outbox.
            (result, reason) = ("postponed", "\(error)")
        }
        do {
            try await result == "postponed"
                ? outbox.postpone(push, by: delay * .random(in: 1...1.5)) : outbox.remove(push)
        } catch {
            logger.error("cannot write the outbox", metadata: ["error": "\(error)"])
            try? await Task.sleep(for: .seconds(delay))  // The push is sent again.
        }
        let level: Logger.Level = result == "sent" ? .debug : .notice
        logger.log(level: level, "push \(result)", metadata: ["id": "\(push.id)", "reason": "\(reason)"])
        Counter(label: "provider_pushes_total", dimensions: [("result", result)]).increment()
        return push.device
    }
}
