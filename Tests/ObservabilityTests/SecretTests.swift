#if Observability
import InMemoryTracing
import Logging
import Metrics
import MetricsTestKit
import PushOpener
import PushSealer
import SealedPushObservability
import Testing
import Tracing

@Suite("No report contains a secret")
struct SecretTests {
    @Test("seals, envelopes and every kind of refusal, with a secret in every text")
    func seals() throws {
        let parties = try Parties()
        let reports = Reports()
        try withTracer(reports.tracer) {
            let sealer = try parties.observedSealer(reports)
            _ = try sealer.seal(
                parties.payload, to: parties.phone, placeholder: parties.placeholder, options: parties.options)
            var options = parties.options
            options.overflow = [
                .shorten(PayloadPath("memberOfThePayload.plantedmember")), .drop(PayloadPath("memberOfThePayload")),
            ]
            let unknown = parties.payload(withText: 5_000)
            _ = try sealer.seal(unknown, to: parties.phone, placeholder: parties.placeholder, options: options)
            options.pushType = PushType(rawValue: "planted-push-type")
            _ = try sealer.seal(
                parties.payload, with: #require(parties.shared.primary.sharedKey), placeholder: parties.placeholder,
                options: options)
            _ = try sealer.sealEnvelope(of: parties.payload.root, to: parties.phone, purpose: "planted-purpose")
        }
        for refused in RefusedSeal.all {
            let error = try #require(throws: SealError.self) {
                try withTracer(reports.tracer) { try refused.seal(parties, reports) }
            }
            #expect(error.code == refused.code)
        }
        // Each of them was reported: four results, and one refusal of each kind.
        #expect(reports.lines.count == 4 + RefusedSeal.all.count)
        #expect(reports.spans.count == reports.lines.count)
        #expect(try secrets(Parties.texts + parties.keyTexts(), in: reports.text) == [])
    }

    @Test("openings and every kind of refusal, with a secret in every text")
    func openings() throws {
        let parties = try Parties()
        let reports = Reports()
        let push = try parties.sealer().seal(
            parties.payload, to: parties.phone, placeholder: parties.placeholder, options: parties.options)
        try withTracer(reports.tracer) {
            let opener = try parties.opener().observed(logger: reports.logger, metrics: reports.metrics)
            #expect(try opener.open(push.body, request: "planted-request-id").payload == parties.payload)
            #expect(try opener.open(Payload(parsing: push.body)).payload == parties.payload)
            let envelope = try parties.sealer().sealEnvelope(
                of: parties.payload.root, to: parties.phone, purpose: "planted-purpose")
            #expect(try opener.open(envelope: envelope, purpose: "planted-purpose").suite == .hpkeAuth)
        }
        for refused in try RefusedOpening.all(parties, push) {
            let opener = refused.opener.observed(logger: reports.logger, metrics: reports.metrics)
            let refusal = #expect(throws: Refusal.self) {
                try withTracer(reports.tracer) { try opener.open(refused.body, request: "planted-request-id") }
            }
            #expect(refusal?.code == refused.code, "\(refusal?.reason ?? "")")
        }
        #expect(reports.lines.count == 3 + Refusal.Code.allCases.count)
        #expect(reports.spans.count == reports.lines.count)
        #expect(try secrets(Parties.texts + parties.keyTexts(), in: reports.text) == [])
    }

    @Test("gauges name neither the keyring nor its keys")
    func gauges() throws {
        let parties = try Parties()
        let reports = Reports()
        for (name, keyring) in [("a", parties.device), ("b", parties.provider), ("c", parties.shared)] {
            KeyringMetrics(named: name, metrics: reports.metrics).record(keyring)
        }
        #expect(!reports.metrics.meters.isEmpty)
        #expect(try secrets(Parties.texts + parties.keyTexts(), in: reports.text) == [])
    }

    @Test("the search finds a secret in each kind of report", arguments: 0..<6)
    func search(place: Int) throws {
        let parties = try Parties()
        let reports = Reports()
        let secret = try #require(try parties.keyTexts().first)
        #expect(secrets([secret], in: reports.text) == [])
        switch place {
        case 0: reports.logger.trace("\(secret)")
        case 1: reports.logger.trace("a", metadata: ["key": "\(secret)"])
        case 2: Counter(label: "a", dimensions: [("key", secret)], factory: reports.metrics).increment()
        case 3: reports.tracer.withSpan("a") { $0.attributes.set("key", value: .string(secret)) }
        case 4: reports.tracer.withSpan("a") { $0.recordError(TextError(description: secret)) }
        default:
            reports.tracer.withSpan("a") { $0.setStatus(SpanStatus(code: .error, message: hex(Array(secret.utf8)))) }
        }
        #expect(secrets([secret], in: reports.text) == [secret])
    }
}

/// An error that shows a text.
private struct TextError: Error, CustomStringConvertible {
    let description: String
}

extension Parties {
    /// The payload with a text of many characters.
    fileprivate func payload(withText count: Int) -> Payload {
        var payload = payload
        payload["memberOfThePayload"] = [
            "plantedmember": .string(String(repeating: "7cb93ab5d2f8e641", count: count / 16))
        ]
        return payload
    }
}
#endif
