public import PushPayload
public import StrictJSON

/// The result of a check.
public struct LintReport: Sendable {
    /// The breaches: those of the payload in the order of its text, then those of the headers.
    public let diagnostics: [Diagnostic]
    /// The push type of the check: the stated one, or the one that the content determines.
    public let pushType: PushType?
    /// The size of the payload in bytes.
    public let byteCount: Int
    /// The most bytes that the payload may have.
    public let limit: Int
    /// The text of the payload.
    let text: [UInt8]

    /// Returns whether there is no diagnostic of this severity or a higher one.
    public func isClean(of severity: LintSeverity) -> Bool {
        let lower = LintSeverity.allCases.drop { $0 != severity }.dropFirst()
        return diagnostics.allSatisfy { lower.contains($0.severity) }
    }

    /// The report as JSON: `diagnostics`, `pushType` if it is known, `byteCount` and `limit`.
    ///
    /// A diagnostic has `code`, `severity`, `message` and `source`, and either `header`, or `pointer`, `line` and `column`
    /// (from 1, in bytes), and `offset` and `length` in bytes.
    public var json: JSONObject {
        var object: JSONObject = ["diagnostics": .array(diagnostics.map { .object($0.json) })]
        object["pushType"] = pushType.map { .string($0.rawValue) }
        object["byteCount"] = .number(JSONNumber(byteCount))
        object["limit"] = .number(JSONNumber(limit))
        return object
    }
}

extension Diagnostic {
    fileprivate var json: JSONObject {
        var object: JSONObject = [
            "code": .string(rule.code), "severity": .string(severity.rawValue), "message": .string(message),
        ]
        switch location {
        case .header(let name):
            object["header"] = .string(name)
        case .payload(let pointer, let bytes, let line, let column):
            object["pointer"] = .string(pointer)
            let numbers = [("line", line), ("column", column), ("offset", bytes.lowerBound), ("length", bytes.count)]
            for (name, number) in numbers { object[name] = .number(JSONNumber(number)) }
        }
        object["source"] = .string(rule.source)
        return object
    }
}
