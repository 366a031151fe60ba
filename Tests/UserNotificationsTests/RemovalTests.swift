import ExtensionHost
import Foundation
import PhoneState
import PushPayload
import Testing
import UserNotifications

@Suite("Removals that a phone carries out late")
struct RemovalTests {
    let clock = ManualClock()
    let phone: Phone

    init() { phone = Phone(clock: clock) }

    /// The way in which the extension removes the notification `message-1` before it calls its handler.
    enum Course: String, CaseIterable {
        case atOnce, afterFetch, afterTime

        func remove(_ clock: ManualClock) {
            let center = UNUserNotificationCenter.current()
            center.removeDeliveredNotifications(withIdentifiers: ["message-1"])
            switch self {
            case .atOnce: break
            case .afterFetch:
                let fetched = DispatchSemaphore(value: 0)
                center.getDeliveredNotifications { _ in fetched.signal() }
                fetched.wait()
            case .afterTime: clock.advance(by: .milliseconds(100))
            }
        }
    }

    private func deliver(_ course: Course, delay: Duration) async -> [String] {
        var policy = SystemPolicy()
        policy.removalDelay = delay
        let clock = clock
        let host = ExtensionHost(phone: phone, policy: policy, clock: clock) {
            Changing { if $0.userInfo["read"] != nil { course.remove(clock) } }
        }
        var push = Payload(["aps": ["alert": ["title": "a"], "mutable-content": 1]])
        _ = await host.deliver(push, identifier: "message-1")
        push["read"] = 1
        _ = await host.deliver(push, identifier: "read")
        phone.advance(by: .seconds(60))
        return phone.deliveredNotifications.map(\.request.identifier)
    }

    @Test(
        "a removal is lost with the policy's switch if the extension ends at once, and takes effect if it waits",
        arguments: Course.allCases)
    func late(course: Course) async {
        let isLost = course == .atOnce
        #expect(
            await deliver(course, delay: .milliseconds(100)) == (isLost ? ["message-1", "read"] : ["read"]))
    }

    @Test("without the switch a removal takes effect at once", arguments: Course.allCases)
    func immediate(course: Course) async { #expect(await deliver(course, delay: .zero) == ["read"]) }

    @Test("the removals of an app, which does not end, take effect later")
    func app() async throws {
        var policy = SystemPolicy()
        policy.removalDelay = .seconds(1)
        let host = ExtensionHost(phone: phone, policy: policy, clock: clock) { Changing { _ in } }
        _ = await host.deliver(Payload(["aps": ["alert": ["title": "a"], "mutable-content": 1]]), identifier: "a")
        let center = host.phone.perform { UNUserNotificationCenter.current() }
        center.removeAllDeliveredNotifications()
        clock.advance(by: .seconds(1))
        #expect(phone.deliveredNotifications.isEmpty)
    }
}
