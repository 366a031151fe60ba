package import RoundTrip
import StrictJSON

/// The cases of the test vectors and of the hostile corpus, for `Law.knownAnswersKept` and `Law.hostileRefused`.
package enum Corpus {
    /// Parses the test vectors (wire format §10), and files of the hostile corpus, whose keys are in the test vectors.
    ///
    /// Cases of kind `keyring` are left out: a harness gives keys to both halves, and does not load them.
    ///
    /// - Throws: ``CorpusError``.
    package static func cases(vectors: [UInt8], hostile: [(name: String, bytes: [UInt8])] = []) throws -> [CorpusCase] {
        let file = try KnownAnswerFile(parsing: vectors)
        return try file.corpusCases()
            + hostile.compactMap { try HostileCase(name: $0.name, bytes: $0.bytes).corpusCase(in: file) }
    }
}

/// The reason why bytes are not test vectors or not a case of the hostile corpus.
package struct CorpusError: CodedError {
    package enum Code: String, CaseIterable, Sendable {
        /// The bytes are not the test vectors of version 1, or a field is missing or has another form.
        case invalidVectors
        /// The bytes are not a case of the hostile corpus, or name a key that the test vectors do not have.
        case invalidHostileCase
    }

    package let code: Code
    package let reason: String
}
