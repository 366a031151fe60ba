#if Observability
import Foundation
import Metrics
import MetricsTestKit
import PushOpener
import PushSealer
import Testing

/// The code of Documentation/observability.md, compiled and run as it is printed there.
@Suite("The example of observability.md runs")
struct ObservabilitySnippets {
    @Test("the service seals, and its gauges are set", .timeLimit(.minutes(1)))
    func service() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let keys = KeyDirectory(folder.path)
        try keys.generate("bank", role: .provider)
        let phone = try Keyring.generate(name: "phone", role: .device)

        let metrics = TestMetrics()
        let service = try withMetricsFactory(metrics) { try PushService(keys: keys) }
        let push = try service.push("€ 240 from Jane", to: phone.recipient.key)
        let opener = try Opener(
            keys: OpeningKeys(device: phone, provider: keys.keyring("bank").publicHalf()), topic: "com.example.bank")
        #expect(try opener.open(push.body).payload.aps.alert?.body == "€ 240 from Jane")
        #expect(metrics.counterTotal(label: "sealedpush_seals_total") == 1)

        let gauge = try metrics.expectMeter("sealedpush_key_created_timestamp_seconds", [("keyring", "bank")])
        let task = Task { try await service.run() }
        while gauge.lastValue == nil { try await Task.sleep(for: .milliseconds(10)) }
        task.cancel()
        #expect(try gauge.lastValue == keys.keyring("bank").primary.created.timeIntervalSince1970)
    }

    @Test("the document prints this code, and names every metric")
    func printed() throws {
        let document = try String(
            contentsOf: KnownAnswers.repository.appending(path: "Documentation/observability.md"), encoding: .utf8)
        let source = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "PushService.swift")
        // Without the lines of the trait.
        let lines = try String(contentsOf: source, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.first == "#if Observability" && lines.suffix(2) == ["#endif", ""])
        #expect(document.contains("```swift\n\(lines.dropFirst().dropLast(2).joined(separator: "\n"))\n```"))
        let folder = KnownAnswers.repository.appending(path: "Sources/Provider/SealedPushObservability")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        for file in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for operation in ["seal", "open"] {
                let names = text.replacing(#"\(operation)"#, with: operation).matches(of: /"(sealedpush[_.][a-z_.]+)"/)
                for name in names.map(\.1) { #expect(document.contains("`\(name)`"), "\(name) is not documented") }
            }
        }
    }
}
#endif
