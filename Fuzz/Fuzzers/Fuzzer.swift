/// One fuzzer for each parser that meets bytes from outside.
public enum Fuzzer: String, CaseIterable, Sendable {
    /// The JSON reader and writer.
    case json
    /// The JSON reader against Foundation's.
    case foundation
    /// The body of a push, as it arrives.
    case envelope
    /// What was sealed by a holder of the keys, and what tampering does to it.
    case sealed
    /// The message inside an envelope.
    case message
    /// A payload and its headers: typed views, lint, and the law that sealing restores it.
    case payload
    /// Keyrings, single keys, and PEM.
    case keys
    /// The messages of enrolment and the reports about keys.
    case enrolment
    /// Strings files in every form, formats, and languages.
    case strings
    /// The string catalog.
    case catalog
    /// What goes through the channel between host and extension.
    case wire
    /// The beginning of an attachment's file.
    case attachment
    /// The file of a delivery store.
    case store

    /// Runs the parser on bytes; what it refuses is fine.
    ///
    /// - Throws: ``Violation`` when a law does not hold.
    public func run(_ bytes: [UInt8]) throws(Violation) {
        switch self {
        case .json: try fuzzJSON(bytes)
        case .foundation: try fuzzFoundation(bytes)
        case .envelope: try fuzzEnvelope(bytes)
        case .sealed: try fuzzSealed(bytes)
        case .message: try fuzzMessage(bytes)
        case .payload: try fuzzPayload(bytes)
        case .keys: try fuzzKeys(bytes)
        case .enrolment: try fuzzEnrolment(bytes)
        case .strings: try fuzzStrings(bytes)
        case .catalog: try fuzzCatalog(bytes)
        case .wire: try fuzzWire(bytes)
        case .attachment: try fuzzAttachment(bytes)
        case .store: try fuzzStore(bytes)
        }
    }
}

/// A law that does not hold for some input.
public struct Violation: Error, CustomStringConvertible {
    /// The law that is broken, as a sentence without its full stop.
    public let description: String
}

/// Demands that a law holds.
func demand(_ holds: Bool, _ law: @autoclosure () -> String) throws(Violation) {
    guard holds else { throw Violation(description: law()) }
}
