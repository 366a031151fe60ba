public import StrictJSON

/// The reason why bytes are not test vectors or not a case of the hostile corpus.
public struct CorpusError: CodedError {
    /// The kind of a failure; new kinds may be added.
    @nonexhaustive
    public enum Code: String, CaseIterable, Sendable {
        /// The bytes are not the test vectors of version 1, or a field is missing or has another form.
        case invalidVectors
        /// The bytes are not a case of the hostile corpus, or name a key that the test vectors do not have.
        case invalidHostileCase
    }

    /// The kind of the failure.
    public let code: Code
    /// The cause, in lower case, for people.
    public let reason: String
}
