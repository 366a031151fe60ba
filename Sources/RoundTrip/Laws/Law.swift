/// A property that holds for every payload that a sealer accepts, in every suite, with every padding.
public struct Law: Sendable, Hashable, CustomStringConvertible {
    /// The name, such as `restoredExactly`.
    public let name: String
    /// The statement of the law, in one sentence.
    public let sentence: String
    /// Checks the law; returns the number of trials, or throws a ``Violation`` or ``Inapplicable``.
    private let attempt: @Sendable (Trial) async throws -> Int

    init(_ name: String, _ sentence: String, attempt: @escaping @Sendable (Trial) async throws -> Int) {
        self.name = name
        self.sentence = sentence
        self.attempt = attempt
    }

    /// All laws, in the order of checking.
    public static let all: [Law] = [
        .restoredExactly, .nothingSealedIsVisible, .sizeExactAtTheEdge,
        .everyBitFlipRefused, .everyTruncationRefused, .noOtherSuiteAccepted,
        .wrongKeyRefused, .wrongSenderRefused, .wrongTopicRefused, .wrongAudienceRefused, .wrongPurposeRefused,
        .replayRefused, .expiredRefused, .futureRefused,
        .visiblePartIgnored, .visibleMembersRestored, .rewritingHarmless, .rotationKept, .shownAsMeant,
        .placeholderWhenRefused,
    ]

    /// Returns the law with a name; nil if there is none.
    public init?(named name: String) {
        guard let law = Self.all.first(where: { $0.name == name }) else { return nil }
        self = law
    }

    func verdict(on trial: Trial) async -> LawOutcome.Verdict {
        do {
            return .held(trials: try await attempt(trial))
        } catch let violation as Violation {
            return .broken(violation.message)
        } catch let reason as Inapplicable {
            return .doesNotApply(reason.message)
        } catch {
            // An error other than the expected one breaks the law.
            return .broken("failed with \(error)")
        }
    }

    /// Compares the names.
    public static func == (left: Law, right: Law) -> Bool { left.name == right.name }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }

    /// The name.
    public var description: String { name }
}

/// The description of a broken law; contains positions, kinds and codes, never content.
struct Violation: Error {
    let message: String

    init(_ message: String) { self.message = message }
}

/// The reason why a law does not apply to a payload or a suite.
struct Inapplicable: Error {
    let message: String

    init(_ message: String) { self.message = message }
}
