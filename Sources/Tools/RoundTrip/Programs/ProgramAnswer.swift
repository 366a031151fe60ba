#if canImport(ExtensionHost)
import PushOpener
import PushPayload
import PushSealer
import SealedEnvelope
import StrictJSON

/// The answer of a program to a request, a JSON object.
struct ProgramAnswer {
    private let members: JSONObject

    /// The maximum length of a program's name in bytes.
    private static let longestName = 200

    /// Parses a line, which must be the answer to a request.
    init(parsing line: [UInt8], id: Int) throws(ProgramFailure) {
        let limits = JSONLimits(maximumByteCount: ProgramProcess.longestLine)
        guard let members = (try? JSONValue(parsing: line, limits: limits))?.objectValue else {
            throw Self.invalid("the line is not a JSON object")
        }
        guard members["id"]?.numberValue?.int == id else { throw Self.invalid("its id is not that of the request") }
        self.members = members
    }

    func description() throws(ProgramFailure) -> ProgramClient.Description {
        let name = try text("name")
        guard !name.isEmpty, name.utf8.count <= Self.longestName else {
            throw Self.invalid("expected a name of 1 to \(Self.longestName) bytes")
        }
        var numbers: [Int] = []
        for value in try member("suites").arrayValue ?? [.null] {
            guard let number = value.numberValue?.int else { throw Self.invalid("'suites' is not a list of integers") }
            numbers.append(number)
        }
        return .init(name: name, suites: SealingSuite.allCases.filter { numbers.contains(Int($0.rawValue)) })
    }

    func sealed() throws(ProgramFailure) -> Result<Implementation.Sealed, SealError> {
        if let error = try sealError() { return .failure(error) }
        let body = Array(try text("body").utf8)
        // No more can be left than a line holds.
        guard let bytesLeft = try member("bytesLeft").numberValue?.int,
            (0...ProgramProcess.longestLine).contains(bytesLeft)
        else { throw Self.invalid("'bytesLeft' is not an integer from 0 to \(ProgramProcess.longestLine)") }
        return .success(.init(body: body, headerFields: [], bytesLeft: bytesLeft))
    }

    func sealedEnvelope() throws(ProgramFailure) -> Result<String, SealError> {
        if let error = try sealError() { return .failure(error) }
        return .success(try text("envelope"))
    }

    func opened() throws(ProgramFailure) -> Result<JSONObject, Refusal> {
        if let name = try refused(orOneOf: ["payload"]) {
            guard let code = Refusal.Code(rawValue: name) else { throw Self.unknownCode }
            return .failure(Refusal(code, "refused by the program"))
        }
        let text = try text("payload")
        guard let object = (try? JSONValue(parsing: Array(text.utf8)))?.objectValue else {
            throw Self.invalid("'payload' is not the text of a JSON object")
        }
        return .success(object)
    }

    /// The refusals of a sealer in the protocol.
    private static let sealCodes: [SealError.Code] = [
        .invalidPayload, .invalidEnvelopeKey, .emptyPlaceholder, .mustStayVisible, .tooLarge, .contextTooLong,
        .cannotSeal,
    ]

    private func sealError() throws(ProgramFailure) -> SealError? {
        guard let name = try refused(orOneOf: ["body", "envelope"]) else { return nil }
        guard let code = SealError.Code(rawValue: name), Self.sealCodes.contains(code) else {
            throw Self.unknownCode
        }
        return SealError(code, "refused by the program")
    }

    /// Returns the code of a refusal, beside which no result may be.
    private func refused(orOneOf results: [String]) throws(ProgramFailure) -> String? {
        guard members.contains("refused") else { return nil }
        guard !results.contains(where: members.contains) else { throw Self.invalid("a refusal with a result") }
        return try text("refused")
    }

    private func text(_ name: String) throws(ProgramFailure) -> String {
        guard let text = try member(name).stringValue else { throw Self.invalid("'\(name)' is not a string") }
        return text
    }

    private func member(_ name: String) throws(ProgramFailure) -> JSONValue {
        guard let value = members[name] else { throw Self.invalid("it has no member '\(name)'") }
        return value
    }

    private static let unknownCode = invalid("the code in 'refused' is not known")

    private static func invalid(_ problem: String) -> ProgramFailure {
        ProgramFailure(.invalidAnswer, "not an answer: \(problem)")
    }
}
#endif
