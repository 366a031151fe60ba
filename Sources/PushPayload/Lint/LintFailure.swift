import StrictJSON

/// Why a text is no payload at all.
struct LintFailure {
    let rule: LintRule
    let message: String
    let pointer: String
    let offset: Int
    let line: Int
    let column: Int

    init(notAnObject value: JSONValue) {
        rule = .rootNotDictionary
        message = "The root of a payload is a dictionary, not \(value.kindWithArticle)."
        (pointer, offset, line, column) = ("", 0, 1, 1)
    }

    init(_ error: JSONError) {
        switch error.code {
        case .duplicateName: rule = .duplicateName
        case .tooDeep: rule = .nestedTooDeep
        case .tooLong: rule = .payloadTooLarge
        default: rule = .notJSON
        }
        message = "The text is not JSON that every reader takes: \(error.reason)."
        (pointer, offset, line, column) = (error.pointer, error.offset, error.line, error.column)
    }

    func diagnostic(in text: [UInt8], policy: LintPolicy) -> Diagnostic? {
        guard let severity = policy[rule] else { return nil }
        let start = min(offset, text.count)
        var message = message
        if text[start...].starts(with: [0xE2, 0x80, 0x9C]) || text[start...].starts(with: [0xE2, 0x80, 0x9D]) {
            message += " A curly quotation mark is none of JSON's."
        }
        return Diagnostic(
            rule: rule, severity: severity, message: message,
            place: .payload(
                Diagnostic.Location(
                    pointer: pointer, range: start..<min(start + 1, text.count), line: line, column: column)))
    }
}

extension JSONValue {
    /// The kind of the value with its article, for messages.
    var kindWithArticle: String {
        switch self {
        case .null: "null"
        case .array: "an array"
        case .object: "a dictionary"
        case .bool, .number, .string: "a \(kind)"
        }
    }
}
