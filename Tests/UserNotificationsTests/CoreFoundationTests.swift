import Foundation
import PhoneState
import Testing
import UserNotifications

@Suite("Functions of Core Foundation")
struct CoreFoundationTests {
    @Test("a Darwin notification is posted to the phone of the code, by its name alone")
    func darwin() {
        let phone = Phone()
        phone.perform {
            CFNotificationCenterPostNotification(
                CFNotificationCenterGetDarwinNotifyCenter(), CFNotificationName("com.example.new" as CFString), nil,
                nil, true)
            CFNotificationCenterPostNotification(
                nil, CFNotificationName("com.example.lost" as CFString), nil, nil, true)
            CFNotificationCenterPostNotification(CFNotificationCenterGetDarwinNotifyCenter(), nil, nil, nil, true)
        }
        #expect(phone.postedDarwinNotifications == ["com.example.new"])
        #expect(Phone().postedDarwinNotifications.isEmpty)
    }

    @Test("a run loop runs until it has nothing to wait for, or until the time is over")
    func runLoop() async {
        let results = await withCheckedContinuation { (done: CheckedContinuation<[CFRunLoopRunResult], Never>) in
            // A thread of its own, since its run loop must have no other sources.
            Thread {
                var results = [CFRunLoopRunInMode(.defaultMode, 60, true)]
                // Only this initializer waits for the date on Linux. The dates are apart, so that no busy machine mixes them up.
                let late = Timer(fire: Date(timeIntervalSinceNow: 86400), interval: 0, repeats: false) { _ in }
                RunLoop.current.add(late, forMode: .default)
                results.append(CFRunLoopRunInMode(.defaultMode, 0.01, false))
                late.invalidate()
                let soon = Timer(fire: Date(timeIntervalSinceNow: 0.05), interval: 0, repeats: false) { _ in }
                RunLoop.current.add(soon, forMode: .default)
                results.append(CFRunLoopRunInMode(.defaultMode, 86400, false))
                done.resume(returning: results)
            }.start()
        }
        #expect(results == [.finished, .timedOut, .finished])
    }
}
