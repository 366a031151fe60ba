import ExtensionHost
import Foundation
import PhoneState
import PushPayload
import Testing
import UserNotifications

@Suite("Triggers fire by the phone's clock")
struct TriggerTests {
    let phone = Phone()

    private func add(_ identifier: String, _ trigger: UNNotificationTrigger) async throws {
        try await phone.perform { UNUserNotificationCenter.current() }.add(.local(identifier, trigger: trigger))
    }

    private var delivered: [String] { phone.deliveredNotifications.map(\.request.identifier) }
    private var pending: [String] { phone.pendingNotificationRequests.map(\.identifier) }

    @Test("a notification is pending until its interval has passed, and delivered with the date when it was due")
    func interval() async throws {
        let added = phone.now
        try await add("later", .seconds(3600))
        try await add("soon", .seconds(60))
        #expect(pending == ["soon", "later"])
        #expect(phone.pendingNotificationRequests.first?.trigger is UNTimeIntervalNotificationTrigger)
        #expect(delivered.isEmpty)
        phone.advance(by: .seconds(59))
        #expect(delivered.isEmpty)
        phone.advance(by: .seconds(600))
        #expect(delivered == ["soon"])
        #expect(pending == ["later"])
        let date = try #require(phone.deliveredNotifications.first?.date)
        // The test may pause between the two looks at the clock.
        #expect((60..<120).contains(date.timeIntervalSince(added)))
    }

    @Test("a repeated notification stays pending, and is delivered with the date of its last time")
    func repeated() async throws {
        let added = phone.now
        try await add("a", UNTimeIntervalNotificationTrigger(timeInterval: 100, repeats: true))
        phone.advance(by: .seconds(1050))
        #expect(delivered == ["a"])
        #expect(pending == ["a"])
        let date = try #require(phone.deliveredNotifications.first?.date)
        #expect((1000..<1040).contains(date.timeIntervalSince(added)))
        phone.advance(by: .seconds(100))
        let next = try #require(phone.deliveredNotifications.first?.date)
        #expect(abs(next.timeIntervalSince(date) - 100) < 1e-3)
    }

    @Test("a calendar trigger fires at the next date with its components, in their time zone")
    func calendar() async throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "Asia/Tokyo"))
        let components = DateComponents(calendar: calendar, timeZone: calendar.timeZone, hour: 8, minute: 30)
        let trigger = UNCalendarNotificationTrigger(dateMatching: components, repeats: true)
        // 8:30 in Tokyo is 23:30 in Greenwich: 84,600 seconds after midnight there.
        func isHalfPastEight(_ date: Date) -> Bool { Int(date.timeIntervalSince1970) % 86_400 == 84_600 }
        let next = try #require(phone.perform { trigger.nextTriggerDate() })
        #expect(isHalfPastEight(next))
        #expect(next > phone.now && next.timeIntervalSince(phone.now) <= 86_400)
        try await add("a", trigger)
        phone.advance(by: .seconds(next.timeIntervalSince(phone.now) + 1))
        #expect(delivered == ["a"])
        #expect(pending == ["a"])
        // Three more days: the date is that of the last morning.
        phone.advance(by: .seconds(3 * 86_400))
        let last = try #require(phone.deliveredNotifications.first?.date)
        #expect(isHalfPastEight(last))
        #expect(abs(last.timeIntervalSince(next) - 3 * 86_400) < 1)
        let restored = phone.pendingNotificationRequests.first?.trigger as? UNCalendarNotificationTrigger
        #expect(restored?.dateComponents.hour == 8)
        #expect(restored?.repeats == true)
    }

    @Test(
        "a repeated calendar trigger has the date of its last time",
        arguments: [
            DateComponents(hour: 9, minute: 0, weekday: 2, weekdayOrdinal: 1),
            DateComponents(day: 13, hour: 9, minute: 0, weekday: 6),
            DateComponents(hour: 9, minute: 0, weekday: 5, weekOfYear: 5), DateComponents(day: 1, hour: 9, minute: 0),
            DateComponents(hour: 9, minute: 30), DateComponents(second: 0),
        ])
    func last(components: DateComponents) async throws {
        try await add("a", UNCalendarNotificationTrigger(dateMatching: components, repeats: true))
        phone.advance(by: .seconds(5 * 366 * 86_400))
        let date = try #require(phone.deliveredNotifications.first?.date)
        let units: Set<Calendar.Component> = [.hour, .minute, .second, .day, .weekday, .weekdayOrdinal, .weekOfYear]
        func has(_ date: Date) -> Bool {
            let found = Calendar.current.dateComponents(units, from: date)
            let wanted = components
            return [
                (wanted.hour, found.hour), (wanted.minute, found.minute), (wanted.second, found.second),
                (wanted.day, found.day), (wanted.weekday, found.weekday),
                (wanted.weekdayOrdinal, found.weekdayOrdinal), (wanted.weekOfYear, found.weekOfYear),
            ].allSatisfy { $0 == nil || $0 == $1 }
        }
        #expect(has(date) && date <= phone.now)
        // No later minute has the components.
        let later = stride(from: date.timeIntervalSince1970 + 60, to: phone.now.timeIntervalSince1970, by: 60)
        #expect(!later.contains { has(Date(timeIntervalSince1970: $0)) })
        #expect(pending == ["a"])
    }

    @Test(
        "components that no date has never fire; Foundation's search does not end for some of them",
        arguments: [
            DateComponents(weekdayOrdinal: 6), DateComponents(year: 2030, weekdayOrdinal: 6),
            DateComponents(month: 2, weekOfYear: 53), DateComponents(month: 2, day: 30), DateComponents(hour: 24),
            DateComponents(hour: 9, minute: -1), DateComponents(second: .max), DateComponents(year: .max),
            DateComponents(day: .min, hour: 1), DateComponents(nanosecond: 1), DateComponents(),
        ],
        [(1, 1), (2, 4), (1, 7)])
    func never(components: DateComponents, weeks: (first: Int, minimum: Int)) async {
        var (components, calendar) = (components, Calendar(identifier: .gregorian))
        (calendar.firstWeekday, calendar.minimumDaysInFirstWeek) = weeks
        components.calendar = calendar
        let trigger = UNCalendarNotificationTrigger(dateMatching: components, repeats: true)
        #expect(phone.perform { trigger.nextTriggerDate() } == nil)
        await #expect(throws: UNError(.notificationInvalidNoDate)) { try await add("a", trigger) }
    }

    @Test("the week before the first one of a month, for which Foundation's search does not end, begins with the month")
    func weekZero() throws {
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = .gmt
        let components = DateComponents(calendar: calendar, weekOfMonth: 0)
        let next = phone.perform {
            UNCalendarNotificationTrigger(dateMatching: components, repeats: true).nextTriggerDate()
        }
        let found = calendar.dateComponents([.day, .hour, .minute, .weekday], from: try #require(next))
        #expect(found.day == 1 && found.hour == 0 && found.minute == 0)
        // Friday to Sunday: less than four days of the week are in the month.
        #expect([6, 7, 1].contains(found.weekday))
    }

    @Test("pending notifications are due by the clock of their phone, which a host and a test share")
    func clock() async throws {
        let clock = ManualClock()
        let phone = Phone(clock: clock)
        let host = ExtensionHost(phone: phone, clock: clock) {
            Changing { content in
                let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: true)
                UNUserNotificationCenter.current().add(.local("reminder", trigger: trigger))
                content.body = "\(Int(trigger.nextTriggerDate()?.timeIntervalSince(phone.now) ?? 0))"
            }
        }
        let start = phone.now
        let push = Payload(["aps": ["alert": ["title": "a"], "mutable-content": 1]])
        #expect(await host.deliver(push, identifier: "push").content.body == "60")
        #expect(phone.now == start)
        clock.advance(by: .seconds(150))
        #expect(phone.now.timeIntervalSince(start) == 150)
        #expect(phone.deliveredNotifications.map(\.request.identifier) == ["push", "reminder"])
        #expect(phone.deliveredNotifications.last?.date == start + 120)
        #expect(phone.pendingNotificationRequests.count == 1)
    }

    @Test("nothing is delivered once the user no longer allows it")
    func denied() async throws {
        try await add("a", .seconds(60))
        phone.notificationAuthorization = .denied
        phone.advance(by: .seconds(61))
        #expect(delivered.isEmpty)
        #expect(pending.isEmpty)
    }

    @Test("the system keeps the 64 soonest of the pending notifications")
    func limit() async throws {
        for number in (1...70).reversed() { try await add("\(number)", .seconds(Double(number) * 60)) }
        #expect(pending == (1...64).map { "\($0)" })
    }

    @Test("an interval of zero, or a repeated one of less than a minute, stops the program as on a phone")
    func intervals() async {
        await #expect(processExitsWith: .failure) {
            _ = UNTimeIntervalNotificationTrigger(timeInterval: 0, repeats: false)
        }
        await #expect(processExitsWith: .failure) {
            _ = UNTimeIntervalNotificationTrigger(timeInterval: 59, repeats: true)
        }
        #expect(UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: true).timeInterval == 60)
    }
}
