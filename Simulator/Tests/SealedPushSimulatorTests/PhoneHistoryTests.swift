import PushPayload
import Testing

@testable import LocalAPNs
@testable import SealedPushSimulator

@Suite("Phone history")
struct PhoneHistoryTests {
    private let host = ExtensionHost { UNNotificationServiceExtension() }

    private func push(_ number: Int, collapseID: String? = nil) -> AcceptedPush {
        AcceptedPush(
            number: number, id: "\(number)", token: "ab", topic: "com.example.bank", pushType: .alert, priority: 10,
            expiration: nil, collapseID: collapseID, acceptedAt: 0, headers: [], body: [])
    }

    private func delivery(_ title: String, badge: Int? = nil) async -> Delivery {
        var payload = Payload(alert: .init(title: title))
        payload.aps.badge = badge
        return await host.deliver(payload)
    }

    private func titles(_ history: PhoneHistory) -> [String] {
        history.lockScreen.groups.flatMap(\.notifications).compactMap(\.delivery?.content.title)
    }

    @Test(
        "an earlier push that completes late does not replace the later one",
        arguments: [[1, 2], [2, 1]])
    func collapsing(order: [Int]) async {
        var history = PhoneHistory()
        for number in order {
            let push = push(number, collapseID: "balance")
            history.note(push, .delivered)
            history.settle(push, as: await delivery("push \(number)"))
        }
        #expect(titles(history) == ["push 2"])
    }

    @Test("the badge is that of the newest push with a badge", arguments: [[1, 2, 3], [3, 2, 1], [2, 3, 1]])
    func badge(order: [Int]) async {
        var history = PhoneHistory()
        for number in order {
            let push = push(number)
            history.note(push, .delivered)
            history.settle(push, as: await delivery("push \(number)", badge: number == 3 ? nil : number * 10))
        }
        #expect(history.badge == 20)
        history.clear()
        #expect(history.badge == 0 && titles(history).isEmpty)
    }

    @Test("exactly the entries that changed after a revision are returned")
    func revisions() async {
        var history = PhoneHistory()
        for number in 1...3 { history.note(push(number), .stored) }
        let revision = history.revision
        #expect(history.entries(since: revision).isEmpty)
        history.note(push(2), .replaced)
        #expect(history.entries(since: revision).map(\.number) == [2])
        #expect(history.entries(since: 0).map(\.status) == [.stored, .replaced, .stored])
    }

    @Test("the newest 2,000 pushes are kept, and a removed one has no delivery")
    func capacity() async {
        var history = PhoneHistory()
        history.note(push(1), .delivered)
        history.settle(push(1), as: await delivery("first"))
        #expect(history.delivery(1)?.content.title == "first")
        for number in 2...2_001 { history.note(push(number), .delivered) }
        #expect(history.entries(since: 0).map(\.number) == Array(2...2_001))
        #expect(history.delivery(1) == nil && history.delivery(0) == nil && history.delivery(2) == nil)
    }
}
