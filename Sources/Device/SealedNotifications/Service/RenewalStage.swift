import Foundation
public import KeyManagement
import PushOpener
import SealedEnvelope

extension NotificationStage {
    /// Renews the key of a device whose app is not opened for weeks (Documentation/keys.md); the last of a service's stages.
    ///
    /// After a push that opened in suite 5, with a key of more than 45 days, it offers a new key, at most once a day, and gives
    /// `renew` five seconds to enrol it. Then the content is shown, unchanged. In Low Power Mode nothing is renewed. A sender of
    /// pushes can time the request, so the app decides.
    ///
    /// - Parameters:
    ///   - name: the name of the device's keyring.
    ///   - store: the store that has it.
    ///   - pinned: the provider's pinned keyring.
    ///   - clock: the clock by which the key is due.
    ///   - renew: sends the offer to the app's own server, answers the challenge, and takes the confirmation. Its session has
    ///     `allowsConstrainedNetworkAccess` off, so that it fails in Low Data Mode.
    /// - Returns: The stage.
    public static func renewal(
        of name: UTF8Text, in store: some SynchronousKeyStore & Sendable, pinned: Keyring? = nil,
        clock: WallClock = .system,
        _ renew: @escaping @Sendable (KeyOffer) async throws -> Void
    ) -> NotificationStage {
        renewal(of: name, in: store, pinned: pinned, clock: clock, timer: ContinuousClock(), renew)
    }

    package static func renewal(
        of name: UTF8Text, in store: some SynchronousKeyStore & Sendable, pinned: Keyring?, clock: WallClock,
        timer: some Clock<Duration>, _ renew: @escaping @Sendable (KeyOffer) async throws -> Void
    ) -> NotificationStage {
        NotificationStage("renewal", pace: .slow) { content, push in
            let now = clock.now
            let keyring = try store.keyring(name)
            // Each attempt leaves an offered key, so there is one a day.
            guard push.envelope.suite == .hpkeAuthPSK, !isPowerLow,
                try keyring.primary.created.adding(.days(45)) < now,
                keyring.keys.allSatisfy({ $0.created.adding(.days(1)) <= now })
            else { return content }
            let offer = try store.offer(name, pinned: pinned, at: now)
            let result = await TimeLimit(.seconds(5), on: timer).result { try await renew(offer) }
            guard let result else { throw CancellationError() }
            try result.get()
            return content
        }
    }

    private static var isPowerLow: Bool {
        #if canImport(Darwin)
        ProcessInfo.processInfo.isLowPowerModeEnabled
        #else
        false
        #endif
    }
}
