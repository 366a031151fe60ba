import Foundation
import PushOpener
import PushPayload
import PushSealer
import SealedEnvelope
import StrictJSON

/// The time of sealing and of opening one payload in each suite, for Benchmarks/backends.
struct Timing {
    let payload: Payload
    let iterationCount: Int

    /// Lines of suite, microseconds of a seal and microseconds of an opening: the best of five runs.
    func lines() throws -> [String] {
        let opener = try Keys.opener()
        let (device, shared) = (try Keys.device().primary.devicePublicKey, try Keys.shared().primary.sharedKey)
        guard let device, let shared else { throw RandomEnvelopes.MissingKey() }
        return try [SealingSuite.hpkeAuth, .hpkeBase, .shared].map { suite in
            // With the system's randomness, as a provider seals.
            let sealer =
                suite == .hpkeAuth
                ? try Sealer(from: Keys.provider(), topic: Keys.topic, clock: .fixed(Keys.now))
                : try Sealer(topic: Keys.topic, clock: .fixed(Keys.now))
            func seal() throws -> SealedPush {
                suite == .shared ? try sealer.seal(payload, with: shared) : try sealer.seal(payload, to: device)
            }
            let body = try seal().body
            let sealing = try microseconds { _ = try seal() }
            let opening = try microseconds { _ = try opener.open(body) }
            return "\(suite.name)\t\(sealing)\t\(opening)"
        }
    }

    private func microseconds(_ work: () throws -> Void) throws -> String {
        var best = Duration.seconds(1_000)
        for _ in 0..<5 {
            best = try min(best, ContinuousClock().measure { for _ in 0..<iterationCount { try work() } })
        }
        return String(format: "%.1f", best / .microseconds(1) / Double(iterationCount))
    }
}
