import Foundation
@_spi(Frameworks) import PhoneState
import PushPayload
import Testing
import UserNotifications

@testable import ExtensionHost

/// The notifications, interactions and files of a phone, which its hosts share and which last from push to push.
@Suite("State belongs to a phone")
struct PhoneStateTests {
    private static func push(_ order: String) -> Payload {
        Payload(["aps": ["alert": ["title": "a", "body": "b"], "mutable-content": 1], "do": .string(order)])
    }

    @Test("two hosts of one phone, in this process and in another, use one state; another phone has its own")
    func twoHosts() async {
        let (phone, other) = (Phone(), Phone())
        let here = ExtensionHost(phone: phone) { Changing { $0.badge = 2 } }
        let elsewhere = Specimens.host(on: phone)
        _ = await here.deliver(Self.push(""), identifier: "1")
        let seen = await elsewhere.deliver(Self.push("center"), identifier: "2").content.body
        #expect(seen == "1 added")
        _ = await elsewhere.deliver(Self.push("communicate"), identifier: "3")
        await elsewhere.shutDown()
        #expect(phone.deliveredNotifications.map(\.request.identifier) == ["1", "added", "2", "3"])
        #expect(phone.donatedInteractions.map(\.sender) == ["Jane"])
        #expect(phone.badge == 5)
        #expect(other.deliveredNotifications.isEmpty && other.donatedInteractions.isEmpty && other.badge == 0)
    }

    @Test("a restored phone has the user's permission and no notifications; an app of another team keeps its own")
    func restored() async throws {
        let phone = Phone()
        phone.notificationAuthorization = .provisional
        let center = phone.perform { UNUserNotificationCenter.current() }
        try await center.add(.local("delivered"))
        try await center.add(.local("pending", trigger: .seconds(60)))
        try await center.setBadgeCount(3)
        let restored = try phone.restored()
        #expect(restored.notificationAuthorization == .provisional)
        #expect(restored.deliveredNotifications.isEmpty && restored.pendingNotificationRequests.isEmpty)
        #expect(restored.badge == 0 && restored.notificationCategories.isEmpty)
        let transferred = phone.transferred(toTeam: "NEWTEAM123")
        #expect(transferred.deliveredNotifications.count == 1 && transferred.badge == 3)
    }

    @Test("a notification of an extension's own process is due by the clock of its host's phone")
    func clock() async {
        let clock = ManualClock()
        let phone = Phone(clock: clock)
        let host = Specimens.host(on: phone)
        _ = await host.deliver(Self.push("remind"), identifier: "push")
        #expect(phone.pendingNotificationRequests.map(\.identifier) == ["reminder"])
        clock.advance(by: .seconds(59))
        #expect(phone.pendingNotificationRequests.count == 1)
        clock.advance(by: .seconds(1))
        #expect(phone.deliveredNotifications.map(\.request.identifier) == ["push", "reminder"])
        await host.shutDown()
    }

    @Test("an extension's process cannot do what only the user, the system or a test does")
    func hostileRequests() async throws {
        let phone = Phone()
        try await phone.perform { UNUserNotificationCenter.current() }.add(.local("earlier"))
        phone.lock()
        let record = NotificationRecord(identifier: "x", content: Data(), badge: 99, hasAlert: true, trigger: nil)
        let requests: [PhoneRequest] = [
            .unlock, .restart, .items, .containers, .notifications(.show(record)), .interactions(.list),
            .notifications(.setAuthorization(.denied)), .notifications(.advance(1e9)), .notifications(.pushSettled),
            .notifications(.pushBegan), .notifications(.removeLate(nil, after: 0)), .notifications(.badge),
            .notifications(.removeDelivered(Array(repeating: "earlier", count: 10_001))),
            .notifications(.removePending(Array(repeating: "earlier", count: 10_001))),
            .interactions(.delete(Array(repeating: "earlier", count: 10_001))),
        ]
        #expect(requests.allSatisfy { !$0.isOfCode })
        let now = phone.now
        let frames = try requests.enumerated().map { number, request in
            try #require(Frames.bytes(of: ExtensionMessage.phone(1_000_000 + number, request)))
        }
        var payload = Self.push("write to the channel")
        payload["bytes"] = .string(Data(frames.joined()).base64EncodedString())
        let host = Specimens.host(on: phone)
        let delivery = await host.deliver(payload, identifier: "push")
        await host.shutDown()
        #expect(delivery.outcome == .modified)
        #expect(phone.lockState == .locked)
        #expect(phone.notificationAuthorization == .authorized)
        #expect(phone.deliveredNotifications.map(\.request.identifier) == ["earlier", "push"])
        #expect(phone.badge == 0)
        #expect(phone.now.timeIntervalSince(now) < 1e8)
    }

    /// The processor time of this thread.
    private static var time: Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    private static let beginning = String(repeating: "a", count: 30)

    /// A phone with so many notifications and donations.
    private static func phone(with count: Int) -> Phone {
        let phone = Phone()
        for number in 0..<count {
            _ = phone.answer(
                .add(
                    NotificationRecord(
                        identifier: "\(beginning)\(number)", content: Data(), badge: nil, hasAlert: true, trigger: nil))
            )
            let donation = DonatedInteraction(
                identifier: "\(beginning)\(number)", group: nil, direction: .incoming, intent: "", conversation: nil,
                sender: nil)
            _ = phone.answer(.interactions(.donate(donation)))
        }
        return phone
    }

    @Test("a removal with 100,000 identifiers does not keep the phone's state locked, and one of a process has 10,000")
    func manyIdentifiers() throws {
        let beginning = Self.beginning
        let (phone, small) = (Self.phone(with: 1000), Self.phone(with: 10))
        // The last one is compared as bytes: the letter é with a combining accent is another identifier.
        _ = phone.answer(
            .add(NotificationRecord(identifier: "e\u{301}", content: Data(), badge: nil, hasAlert: true, trigger: nil)))
        let many = (1000..<101_000).map { "\(beginning)\($0)" } + ["\(beginning)999", "\u{e9}"]
        let requests: [PhoneRequest] = [
            .notifications(.removeDelivered(many)), .notifications(.removePending(many)), .interactions(.delete(many)),
        ]
        for request in requests {
            let start = Self.time
            _ = small.answer(request)
            let few = Self.time - start
            _ = phone.answer(request)
            // Work in proportion to the identifiers and the notifications hardly grows; a search of each in all grows 100 times.
            #expect(Self.time - start - few < 20 * few)
        }
        #expect(phone.donatedInteractions.count == 999)
        let delivered = phone.deliveredNotifications.map(\.request.identifier)
        // 1,001 were added, so the first was dropped.
        #expect(delivered.count == 999 && delivered.last?.utf8.count == 3)
        let most = Array(many.prefix(10_000))
        for identifiers in [most, most + ["a"]] {
            let isAccepted = identifiers.count == 10_000
            #expect(PhoneRequest.notifications(.removeDelivered(identifiers)).isOfCode == isAccepted)
            #expect(PhoneRequest.notifications(.removePending(identifiers)).isOfCode == isAccepted)
            #expect(PhoneRequest.interactions(.delete(identifiers)).isOfCode == isAccepted)
        }
        #expect(PhoneRequest.notifications(.removeDelivered(nil)).isOfCode)
    }

    @Test("empty identifiers of a late removal take memory, too")
    func lateEmptyIdentifiers() async throws {
        let phone = Phone()
        let late = phone.with(removalDelay: .seconds(1))
        try await phone.perform { UNUserNotificationCenter.current() }.add(.local("kept"))
        for (count, isLost) in [(5000, true), (1000, false)] {
            _ = late.answer(.removeDelivered(Array(repeating: "", count: count) + ["kept"]))
            phone.advance(by: .seconds(2))
            #expect(phone.deliveredNotifications.count == (isLost ? 1 : 0))
        }
    }

    @Test("a phone keeps at most 1,000 notifications, 4 MiB of them, 1,000 interactions, and no large one")
    func bounds() async throws {
        let phone = Phone()
        func add(_ identifier: String, bytes: Int, trigger: TriggerRecord? = nil) -> Bool {
            let record = NotificationRecord(
                identifier: identifier, content: Data(count: bytes), badge: nil, hasAlert: true, trigger: trigger)
            guard case .done = phone.answer(.add(record)) else { return false }
            return true
        }
        func count(_ request: NotificationCenterRequest) -> Int {
            guard case .notifications(let records) = phone.answer(request) else { return -1 }
            return records.count
        }
        for number in 0..<1010 { #expect(add("\(number)", bytes: 10)) }
        #expect(count(.delivered) == 1000)
        for number in 0..<10 { #expect(add("large \(number)", bytes: 1 << 20)) }
        #expect(count(.delivered) == 3)
        #expect(!add("too large", bytes: 4 << 20))
        #expect(!add(String(repeating: "a", count: 1 << 20), bytes: 0))
        #expect(count(.delivered) == 3)
        for number in 0..<10 {
            #expect(add("\(number)", bytes: 1 << 20, trigger: .interval(Double(60 + number), repeats: false)))
        }
        #expect(count(.pending) == 3)
        #expect(phone.pendingNotificationRequests.map(\.identifier) == ["0", "1", "2"])
        guard case .tooLarge = phone.answer(.setCategories(Data(count: 5 << 20))) else {
            Issue.record("categories of 5 MiB are kept")
            return
        }
        let text = String(repeating: "a", count: 5000)
        for identifier in [text] + (0..<1010).map({ "\($0)" }) {
            let donation = DonatedInteraction(
                identifier: identifier, group: nil, direction: .incoming, intent: "", conversation: nil, sender: nil)
            _ = phone.answer(.interactions(.donate(donation)))
        }
        #expect(phone.donatedInteractions.count == 1000)
        #expect(phone.donatedInteractions.first?.identifier == "10")
    }

    @Test(
        "a trigger that no app can make is refused, and a calendar that Foundation does not finish is made again",
        .timeLimit(.minutes(60)),
        arguments: [
            #"{"interval":{"_0":-1,"repeats":false}}"#, #"{"interval":{"_0":0,"repeats":true}}"#,
            #"{"interval":{"_0":1e-300,"repeats":true}}"#, #"{"interval":{"_0":1e999,"repeats":false}}"#,
            #"{"calendar":{"_0":{"month":13},"repeats":true}}"#,
            #"""
            {"calendar":{"_0":{"year":1999,"weekOfYear":53,"calendar":{"identifier":"chinese","firstWeekday":1000000,
            "minimumDaysInFirstWeek":1,"locale":{"identifier":"","current":0},"timeZone":{"identifier":"GMT"}}},
            "repeats":true}}
            """#,
        ])
    func hostileTriggers(json: String) throws {
        let phone = Phone()
        guard let trigger = try? JSONDecoder().decode(TriggerRecord.self, from: Data(json.utf8)) else {
            #expect(json.contains("1e999"))
            return
        }
        let record = NotificationRecord(
            identifier: "a", content: Data(), badge: nil, hasAlert: true, trigger: trigger)
        guard case .noDate = phone.answer(.add(record)) else {
            Issue.record("the trigger was accepted")
            return
        }
        #expect(phone.pendingNotificationRequests.isEmpty)
    }
}
