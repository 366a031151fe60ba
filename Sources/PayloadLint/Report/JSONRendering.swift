import PushPayload
public import StrictJSON

extension LintReport {
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
        case .payload(let position):
            object["pointer"] = .string(position.pointer)
            object["line"] = .number(JSONNumber(position.line))
            object["column"] = .number(JSONNumber(position.column))
            object["offset"] = .number(JSONNumber(position.range.lowerBound))
            object["length"] = .number(JSONNumber(position.range.count))
        }
        object["source"] = .string(rule.source)
        return object
    }
}
