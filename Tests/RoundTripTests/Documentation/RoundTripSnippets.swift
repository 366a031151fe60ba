import ExtensionHost
import Foundation
import PushOpener
import RoundTrip
import Testing

// The code of Documentation/round-trip.md, compiled and run as it is printed there.

/// What an app would have.
class NotificationService: SealedNotificationService {}

final class TestedService: NotificationService {
    let task: OpeningTask

    init(_ task: OpeningTask) {
        self.task = task
        super.init()
    }

    override func keys() throws -> OpeningKeys { try task.keys }
    override var topic: String { task.topic }
    override var audience: String { task.audience }
    override var policy: Opener.Policy { task.policy }
    override var clock: WallClock { task.clock }
    override var replayStore: (any ReplayStore)? { task.replayStore }
}

@Suite("The examples of round-trip.md run")
struct RoundTripSnippets {
    @Test("our payloads survive sealing")
    func roundTrip() async throws {
        let harness = RoundTrip(keys: try .generate())
        for outcome in await harness.check(Payload(alert: .init(title: "Payment received", body: "€ 240 from Jane"))) {
            #expect(!outcome.isBroken, "\(outcome)")
        }
    }

    @Test("our extension shows our payloads as meant, and placeholders for the rest")
    func ourExtension() async throws {
        var harness = RoundTrip(keys: try .generate())
        harness.halves = .toolkit { TestedService($0) }
        for outcome in await harness.check(Payload(alert: .init(title: "Payment received", body: "€ 240 from Jane"))) {
            #expect(!outcome.isBroken, "\(outcome)")
        }
    }

    @Test("every example is printed as it is compiled here")
    func printed() throws {
        func lines(_ file: URL) throws -> [String] {
            try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
        }
        let source = try lines(URL(filePath: #filePath))
        let page = try lines(TestNames.root.appending(path: "Documentation/round-trip.md"))
        let examples = page.split { $0.hasPrefix("```") }.filter { example in
            example.startIndex > 0 && page[example.startIndex - 1] == "```swift"
        }
        #expect(examples.count == 2)
        for line in examples.joined() where !line.isEmpty { #expect(source.contains(line), "not compiled: \(line)") }
    }
}
