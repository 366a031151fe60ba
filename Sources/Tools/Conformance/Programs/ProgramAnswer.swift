#if canImport(ExtensionHost)
import PushOpener
import PushPayload
import PushSealer
import RoundTrip
import SealedEnvelope
import StrictJSON

/// The answer of a program to a request, a JSON object.
struct ProgramAnswer {
    private let members: JSONObject

    /// Parses a line, which must be the answer to a request.
    init(parsing line: [UInt8], id: Int) throws {
        let limits = JSONLimits(maximumByteCount: ProgramProcess.longestLine)
        guard let members = (try? JSONValue(parsing: line, limits: limits))?.objectValue else {
            throw Self.invalid("the line is not a JSON object")
        }
        guard members["id"]?.numberValue?.int == id else { throw Self.invalid("its id is not that of the request") }
        self.members = members
    }

    func description() throws -> HalfProgram.Description {
        let name = try text("name")
        guard (1...200).contains(name.utf8.count) else { throw Self.invalid("expected a name of 1 to 200 bytes") }
        let numbers = try member("suites").arrayValue.map { $0.map { $0.numberValue?.int } } ?? [nil]
        guard !numbers.contains(nil) else { throw Self.invalid("'suites' is not a list of integers") }
        return (name, SealingSuite.allCases.filter { numbers.contains(Int($0.rawValue)) })
    }

    func sealed() throws -> Implementation.Sealed {
        try throwSealError()
        let body = Array(try text("body").utf8)
        // No more can be left than a line holds.
        guard let bytesLeft = try member("bytesLeft").numberValue?.int,
            (0...ProgramProcess.longestLine).contains(bytesLeft)
        else { throw Self.invalid("'bytesLeft' is not an integer from 0 to \(ProgramProcess.longestLine)") }
        return .init(body: body, headerFields: [], bytesLeft: bytesLeft)
    }

    func sealedEnvelope() throws -> String {
        try throwSealError()
        return try text("envelope")
    }

    func opened() throws -> JSONObject {
        try throwRefusal(orOneOf: ["payload"]) { name in
            Refusal.Code(rawValue: name).map { Refusal($0, "refused by the program") }
        }
        let text = try text("payload")
        guard let object = (try? JSONValue(parsing: Array(text.utf8)))?.objectValue else {
            throw Self.invalid("'payload' is not the text of a JSON object")
        }
        return object
    }

    /// The refusals of a sealer in the protocol.
    private static let sealCodes: [SealError.Code] = [
        .invalidPayload, .invalidEnvelopeKey, .emptyPlaceholder, .mustStayVisible, .tooLarge, .contextTooLong,
        .cannotSeal,
    ]

    private func throwSealError() throws {
        try throwRefusal(orOneOf: ["body", "envelope"]) { name in
            Self.sealCodes.first { UTF8Text($0.rawValue) == UTF8Text(name) }.map {
                SealError($0, "refused by the program")
            }
        }
    }

    /// Throws the refusal that the answer holds, beside which no result may be; nil is an error for an unknown code.
    private func throwRefusal(orOneOf results: [String], _ error: (String) -> (any Error)?) throws {
        guard members.contains("refused") else { return }
        guard !results.contains(where: members.contains) else { throw Self.invalid("a refusal with a result") }
        guard let error = try error(text("refused")) else { throw Self.invalid("the code in 'refused' is not known") }
        throw error
    }

    private func text(_ name: String) throws -> String {
        guard let text = try member(name).stringValue else { throw Self.invalid("'\(name)' is not a string") }
        return text
    }

    private func member(_ name: String) throws -> JSONValue {
        guard let value = members[name] else { throw Self.invalid("it has no member '\(name)'") }
        return value
    }

    private static func invalid(_ problem: String) -> ProgramFailure {
        ProgramFailure("not an answer: \(problem)")
    }
}
#endif
