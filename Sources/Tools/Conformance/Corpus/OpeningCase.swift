import Platform
import PushOpener
import PushPayload
import RoundTrip
import SealedEnvelope
import StrictJSON

/// A body, or an envelope on its own, with the inputs of a reader and the result that it must have.
struct OpeningCase: Sendable {
    enum Sealed: Sendable {
        case body([UInt8])
        case envelope(String, purpose: String)
    }

    enum Expected: Sendable {
        case delivered(JSONObject)
        case refused(Refusal.Code)
    }

    let sealed: Sealed
    let input: OpeningInput
    let expected: Expected
    /// The times and requests of the calls before this one, with one replay store; nil without a store.
    var earlier: [(now: Date, request: String?)]?

    /// Opens it, and returns the number of trials.
    ///
    /// - Throws: A verdict for another result than the expected one; other errors of the implementation.
    func check(_ implementation: Implementation) async throws -> Int {
        var input = input
        input.replayStore = earlier.map { _ in ReplayMemory() }
        for (now, request) in earlier ?? [] {
            var before = input
            (before.now, before.request) = (now, request)
            do {
                _ = try await open(with: implementation, before)
            } catch let refusal as Refusal {
                throw LawOutcome.Verdict.broken("opened before: refused as \(refusal.code), expected it to open")
            }
        }
        do {
            let found = try await open(with: implementation, input)
            switch expected {
            case .refused(let code): throw LawOutcome.Verdict.broken("opened, expected the refusal \(code)")
            case .delivered(let expected):
                if let difference = found.difference(from: expected) { throw LawOutcome.Verdict.broken(difference) }
            }
        } catch let refusal as Refusal {
            switch expected {
            case .delivered: throw LawOutcome.Verdict.broken("refused as \(refusal.code), expected it to open")
            case .refused(let code) where refusal.code != code:
                throw LawOutcome.Verdict.broken("refused as \(refusal.code), not as \(code)")
            case .refused: break
            }
        }
        return 1 + (earlier?.count ?? 0)
    }

    /// The case of a corpus that checks it.
    func corpusCase(named name: String, law: Law) -> CorpusCase {
        CorpusCase(name: name, law: law, suites: suites) { try await check($0) }
    }

    /// The suites of its envelopes.
    private var suites: [SealingSuite] {
        let texts: [String?]
        switch sealed {
        case .envelope(let text, _): texts = [text]
        case .body(let body):
            guard let root = try? JSONValue(parsing: body).objectValue else { return [] }
            let holders = [root, root[at: "aps.content-state"]?.objectValue, root[at: "aps.attributes"]?.objectValue]
            texts = holders.map { $0?[input.policy.envelopeKey]?.stringValue }
        }
        return texts.compactMap { $0.flatMap(EnvelopeText.decode)?.first.flatMap(SealingSuite.init(rawValue:)) }
    }

    private func open(with implementation: Implementation, _ input: OpeningInput) async throws -> JSONObject {
        switch sealed {
        case .body(let body): try await implementation.open(body, input).root
        case .envelope(let text, let purpose): try await implementation.openEnvelope(text, purpose, input)
        }
    }
}
