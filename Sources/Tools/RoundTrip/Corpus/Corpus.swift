import PushPayload
import PushSealer
import SealedEnvelope
import StrictJSON

/// The cases of the test vectors and of the hostile corpus, for the laws ``Law/knownAnswersKept`` and
/// ``Law/hostileRefused``.
///
/// A case has its own keys, which are public, topic, audience and times.
public struct Corpus: Sendable {
    let cases: [CorpusCase]

    /// Parses the test vectors (wire format §10), and files of the hostile corpus, whose keys are in the test vectors.
    ///
    /// Cases of kind `keyring` are left out: a harness gives keys to both halves, and does not load them.
    ///
    /// - Throws: ``CorpusError``.
    public init(vectors: [UInt8], hostile: [(name: String, bytes: [UInt8])] = []) throws(CorpusError) {
        let file = try KnownAnswerFile(parsing: vectors)
        let hostile = try hostile.map { entry throws(CorpusError) in
            try HostileCase(name: entry.name, bytes: entry.bytes).corpusCase(in: file)
        }
        cases = try file.corpusCases() + hostile.compactMap(\.self)
    }
}

/// One case of a corpus.
struct CorpusCase: Sendable {
    /// The name in reports, such as `vectors/auth-minimal`.
    let name: String
    let law: Law
    /// The suites of its envelopes; empty if no envelope can be found in it.
    let suites: [SealingSuite]
    var padding = Padding.none
    var opening: OpeningCase?
    var sealing: SealingCase?

    /// Checks a case in a run with some suites, and returns the outcome for one of them.
    func outcome(
        on implementation: Implementation, in suite: SealingSuite, of run: [SealingSuite]
    ) async -> LawOutcome {
        do throws(ProgramFailure) {
            let verdict = try await verdict(on: implementation, suites: run)
            return LawOutcome(law: law, suite: suite, padding: padding, verdict: verdict, failure: nil)
        } catch {
            return LawOutcome(law: law, suite: suite, padding: padding, verdict: .broken(error.reason), failure: error)
        }
    }

    private func verdict(
        on implementation: Implementation, suites run: [SealingSuite]
    ) async throws(ProgramFailure) -> LawOutcome.Verdict {
        if let missing = suites.first(where: { !run.contains($0) }) {
            return .doesNotApply("suite \(missing.name) is not checked")
        }
        guard opening != nil || sealing != nil else {
            return .doesNotApply("the bytes are not UTF-8, and a sealer takes a text")
        }
        do {
            let opened = try await opening?.check(implementation) ?? 0
            return .held(trials: try await opened + (sealing?.check(implementation) ?? 0))
        } catch let verdict as LawOutcome.Verdict {
            return verdict
        } catch let failure as ProgramFailure {
            throw failure
        } catch {
            return .broken("failed with \(error)")
        }
    }

    /// Returns the suites of the envelopes in a body.
    static func suites(in body: [UInt8], envelopeKey: String) -> [SealingSuite] {
        guard let root = try? JSONValue(parsing: body).objectValue else { return [] }
        let holders = [root] + ["aps.content-state", "aps.attributes"].compactMap { root[at: $0]?.objectValue }
        return holders.compactMap { $0[envelopeKey]?.stringValue.flatMap(suite) }
    }

    /// Returns the suite of an envelope's text; nil if it has none.
    static func suite(of envelope: String) -> SealingSuite? {
        Base64Text.decode(envelope)?.first.flatMap(SealingSuite.init(rawValue:))
    }
}
