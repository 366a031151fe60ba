import PushSealer
import SealedPushSimulator
import Testing

/// The example of README.md, unchanged.
@Suite("Example")
struct ExampleTests {
    @Test("the phone shows the payment, and Apple receives a placeholder")
    func payment() async throws {
        try await Simulator.run { simulator in
            let phone = try await simulator.addPhone("jane", app: "com.example.bank")

            var payload = Payload(alert: .init(title: "Payment received", body: "€ 240 from Jane"))
            payload.aps.badge = 1
            let answer = try await simulator.provider.push(
                payload, to: "jane", placeholder: .init(title: "New activity"))
            #expect(answer.status == 200)

            let delivery = try await phone.delivery(number: 1)
            #expect(delivery.outcome == .opened)
            #expect(delivery.content.title == "Payment received")
            #expect(await phone.badge == 1)

            let entry = try #require(await phone.pushes.first)
            #expect(!String(decoding: entry.push.body, as: UTF8.self).contains("240 from"))
        }
    }
}
