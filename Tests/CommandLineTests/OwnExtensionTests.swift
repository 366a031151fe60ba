import ExtensionHost
import PushPayload
import Testing
import UserNotifications

@testable import sealedpush

@Suite("the failure of an extension of one's own")
struct OwnExtensionTests {
    private final class SilentService: UNNotificationServiceExtension {
        override func didReceive(
            _ request: UNNotificationRequest,
            withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
        ) {}

        override func serviceExtensionTimeWillExpire() {}
    }

    @Test("an extension that was called and hands nothing over is an error with the time and what was missing")
    func silent() async throws {
        let clock = ManualClock()
        let push = try Payload(parsing: Array(#"{"aps":{"alert":{"title":"New"},"mutable-content":1}}"#.utf8))
        let run = ExtensionHost(clock: clock) { SilentService() }.start(push)
        await run.reached(.returned)
        clock.advance(by: .seconds(30))
        await run.reached(.expiryReturned)
        _ = await clock.nextDeadline()
        clock.advance(by: .seconds(1))
        let failure = try #require(OwnExtension.failure(of: await run.delivery))
        #expect(failure.message == "noAnswer: the extension handed over no content within 30.0 seconds")
        #expect(failure.hints == ["neither method called the content handler", "the push is shown as it arrived"])
    }
}
