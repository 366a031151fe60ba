/// A fuzzer for each parser of outside bytes.
public enum Fuzzer: String, CaseIterable, Sendable {
    /// The JSON reader and writer.
    case json
    /// The JSON reader against Foundation's.
    case foundation
    /// The body of a push.
    case envelope
    /// Messages and contents that are sealed with valid keys, and tampering with them.
    case sealed
    /// The message inside an envelope.
    case message
    /// A payload and its headers: typed views, lint, and the round trip through seal and open.
    case payload
    /// Keyrings, single keys, and PEM.
    case keys
    /// The messages of enrolment, stored chains, and the reports about keys.
    case enrolment
    /// Strings files in every format, format strings, and language tags.
    case strings
    /// The string catalog.
    case catalog
    /// The frames between host and extension.
    case wire
    /// The requests of an extension's process to its phone.
    case phone
    /// The signature of an attachment's file, its descriptor, and its blob.
    case attachment

    /// Runs the parser on an input.
    ///
    /// The parser may refuse it.
    ///
    /// - Throws: ``Violation`` if a law does not hold.
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
        case .phone: try fuzzPhone(bytes)
        case .attachment: try fuzzAttachment(bytes)
        }
    }
}

/// A law that does not hold for some input.
public struct Violation: Error, CustomStringConvertible {
    /// The violated law.
    public let description: String
}

/// Throws a violation unless a law holds.
func demand(_ holds: Bool, _ law: @autoclosure () -> String) throws(Violation) {
    guard holds else { throw Violation(description: law()) }
}
