#if Observability
import Foundation
import InMemoryTracing
import Logging
import Metrics
import MetricsTestKit
import PushOpener
import PushSealer
import SealedPushObservability
import Testing
import Tracing

@Suite("Seals and openings are reported")
struct SealTests {
    @Test("a seal: counter, sizes, duration, span and log line")
    func seal() throws {
        let parties = try Parties()
        let reports = Reports()
        let push = try withTracer(reports.tracer) {
            try parties.observedSealer(reports).seal(
                parties.payload, to: parties.phone, placeholder: parties.placeholder, options: parties.options)
        }
        #expect(try parties.opener().open(push.body).payload == parties.payload)

        #expect(reports.count("sealedpush_seals_total", [("suite", "hpke-auth"), ("push_type", "alert")]) == 1)
        let size = try reports.metrics.expectRecorder("sealedpush_seal_size_bytes", [("push_type", "alert")])
        #expect(size.values == [Double(push.body.count)])
        #expect(
            try reports.metrics.expectRecorder("sealedpush_seal_remaining_bytes").values == [Double(push.bytesLeft)])
        let timer = try reports.metrics.expectTimer("sealedpush_seal_duration_seconds")
        #expect(timer.values.count == 1 && timer.values.allSatisfy { $0 > 0 })
        #expect(timer.displayUnit == .seconds)

        let facts = [
            "sealedpush.bytes_left=\(push.bytesLeft)", "sealedpush.overflow_steps=0", "sealedpush.push_type=alert",
            "sealedpush.size=\(push.body.count)", "sealedpush.suite=hpke-auth",
        ].joined(separator: " ")
        #expect(reports.lines == ["trace: seal finished \(facts)"])
        let span = try #require(reports.tracer.finishedSpans.first)
        #expect(reports.tracer.finishedSpans.count == 1 && reports.tracer.activeSpans.isEmpty)
        #expect(span.operationName == "sealedpush.seal")
        #expect(span.attributes.get("sealedpush.size") == .int64(Int64(push.body.count)))
        #expect(span.attributes.get("sealedpush.suite") == .string("hpke-auth"))
        #expect(span.attributes.count == 5 && span.status == nil)
    }

    @Test("each suite and each kind of call has its labels")
    func labels() throws {
        let parties = try Parties()
        let reports = Reports()
        let sealer = try Sealer(topic: parties.topic).observed(logger: reports.logger, metrics: reports.metrics)
        let phone = try parties.phone
        let shared = try #require(try parties.shared.primary.sharedKey)
        _ = try sealer.seal(Payload(alert: Alert(title: "Hi")), to: phone)
        _ = try sealer.seal(Payload(["aps": ["content-available": 1]]), with: shared)
        _ = try sealer.seal(
            Payload(alert: Alert(title: "Hi")), to: phone, options: SealOptions(pushType: PushType(rawValue: "later")))
        _ = try sealer.sealEnvelope(of: ["a": 1], to: phone, purpose: "fcm")
        let envelope = try sealer.sealEnvelope(of: ["a": 1], with: shared, purpose: "fcm")
        let expected = [
            ("hpke-base", "alert"), ("shared", "background"), ("hpke-base", "other"), ("hpke-base", "none"),
            ("shared", "none"),
        ]
        for (suite, type) in expected {
            #expect(reports.count("sealedpush_seals_total", [("suite", suite), ("push_type", type)]) == 1, "\(suite)")
        }
        #expect(reports.metrics.counterTotal(label: "sealedpush_seals_total") == 5)
        let sizes = try reports.metrics.expectRecorder("sealedpush_seal_size_bytes", [("push_type", "none")])
        #expect(sizes.lastValue == Double(envelope.utf8.count) && sizes.values.count == 2)
    }

    @Test("each refusal is counted by its code, with a span in error and a log line")
    func refusals() throws {
        let parties = try Parties()
        let provoked = RefusedSeal.all.map(\.code)
        #expect(Set(provoked).union([.cannotSeal]) == Set(SealError.Code.allCases))
        for refused in RefusedSeal.all {
            let reports = Reports()
            #expect(throws: SealError.self) {
                try withTracer(reports.tracer) { try refused.seal(parties, reports) }
            }
            let code = refused.code.rawValue
            #expect(reports.count("sealedpush_seal_refusals_total", [("code", code)]) == 1)
            #expect(reports.metrics.counters.filter { $0.totalValue != 0 }.count == 1, "nothing else is counted")
            #expect(try reports.metrics.expectTimer("sealedpush_seal_duration_seconds").values.count == 1)
            #expect(reports.lines == ["debug: seal refused sealedpush.code=\(code)"])
            #expect(reports.spans == ["sealedpush.seal error.type=string(\"\(code)\") status=error \(code)"])
            #expect(reports.tracer.activeSpans.isEmpty)
        }
    }

    @Test("every code has its counter from the start, at 0")
    func zeros() throws {
        let parties = try Parties()
        let reports = Reports()
        _ = try parties.observedSealer(reports)
        _ = try parties.opener().observed(logger: reports.logger, metrics: reports.metrics)
        for code in SealError.Code.allCases {
            #expect(reports.count("sealedpush_seal_refusals_total", [("code", code.rawValue)]) == 0)
        }
        for code in Refusal.Code.allCases {
            #expect(reports.count("sealedpush_open_refusals_total", [("code", code.rawValue)]) == 0)
        }
    }

    @Test("overflow steps are counted by kind")
    func overflow() throws {
        let parties = try Parties()
        let reports = Reports()
        let long = String(repeating: "x", count: 5_000)
        var payload = Payload(alert: Alert(title: "Hi", body: long))
        payload["a"] = .string(long)
        var options = SealOptions()
        options.overflow = [
            .drop(PayloadPath("absent")), .drop(PayloadPath("a")),
            .replaceBody(with: long, member: "reference", reference: "r"),
            .shorten(PayloadPath("aps.alert.body")),
        ]
        let push = try parties.observedSealer(reports).seal(payload, to: parties.phone, options: options)
        #expect(push.changes.count == 3)
        for step in ["drop", "replace_body", "shorten"] {
            #expect(reports.count("sealedpush_seal_overflow_steps_total", [("step", step)]) == 1)
        }
        #expect(reports.lines.contains { $0.contains("sealedpush.overflow_steps=3") })
    }

    @Test("an opening and its refusals are counted")
    func openings() throws {
        let parties = try Parties()
        let reports = Reports()
        let push = try parties.sealer().seal(parties.payload, to: parties.phone, placeholder: parties.placeholder)
        let opener = try parties.opener(replayStore: ReplayMemory()).observed(
            logger: reports.logger, metrics: reports.metrics)
        try withTracer(reports.tracer) {
            _ = try opener.open(push.body, request: "1")
            #expect(throws: Refusal.self) { try opener.open(push.body, request: "2") }
        }
        let labels = [("suite", "hpke-auth"), ("push_type", "alert"), ("replay_checked", "true")]
        #expect(reports.count("sealedpush_opens_total", labels) == 1)
        #expect(reports.count("sealedpush_open_refusals_total", [("code", "replayed")]) == 1)
        #expect(try reports.metrics.expectTimer("sealedpush_open_duration_seconds").values.count == 2)
        #expect(reports.lines.last == "debug: open refused sealedpush.code=replayed")
        #expect(reports.tracer.finishedSpans.map(\.operationName) == ["sealedpush.open", "sealedpush.open"])
    }

    @Test("without arguments, the caller's logger, metrics and tracer receive the reports")
    func taskLocal() throws {
        let parties = try Parties()
        let reports = Reports()
        try withLogger(reports.logger) { _ in
            try withTracer(reports.tracer) {
                let sealer = try withMetricsFactory(reports.metrics) { try parties.sealer().observed() }
                let outer = startSpan("request")
                try ServiceContext.withValue(outer.context) {
                    _ = try sealer.seal(parties.payload, to: parties.phone, placeholder: parties.placeholder)
                }
                outer.end()
            }
        }
        #expect(reports.lines.count == 1)
        #expect(reports.metrics.counterTotal(label: "sealedpush_seals_total") == 1)
        let spans = reports.tracer.finishedSpans
        #expect(spans.map(\.operationName) == ["sealedpush.seal", "request"])
        #expect(spans.first?.parentSpanID == spans.last?.spanID)
    }
}
#endif
