package import SealedEnvelope

/// A case with inputs of its own, such as a test vector, that a run checks beside its payloads.
package struct CorpusCase: Sendable {
    /// The name in reports, such as `vectors/auth-minimal`.
    package let name: String
    package let law: Law
    /// The suites of its envelopes; empty if no envelope can be found in it.
    package let suites: [SealingSuite]
    private let padding: Padding
    private let check: @Sendable (Implementation) async throws -> Int

    /// Creates a case; `check` returns the number of trials, and throws a verdict if the law does not hold.
    package init(
        name: String, law: Law, suites: [SealingSuite], padding: Padding = .none,
        check: @escaping @Sendable (Implementation) async throws -> Int
    ) {
        self.name = name
        self.law = law
        self.suites = suites
        self.padding = padding
        self.check = check
    }

    /// Checks the case in a run with some suites, and returns the outcome for one of them.
    func outcome(on implementation: Implementation, in suite: SealingSuite, of run: [SealingSuite]) async -> LawOutcome
    {
        let verdict: LawOutcome.Verdict
        if let missing = suites.first(where: { !run.contains($0) }) {
            verdict = .doesNotApply("suite \(missing.name) is not checked")
        } else {
            verdict = await .of { try await check(implementation) }
        }
        return LawOutcome(law: law, suite: suite, padding: padding, verdict: verdict)
    }
}
