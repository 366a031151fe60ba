public import StrictJSON

extension LintReport {
    /// The report as JSON: `diagnostics`, `pushType` where it is known, `byteCount` and `limit`.
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
        switch place {
        case .header(let name):
            object["header"] = .string(name)
        case .payload(let location):
            object["pointer"] = .string(location.pointer)
            object["line"] = .number(JSONNumber(location.line))
            object["column"] = .number(JSONNumber(location.column))
            object["offset"] = .number(JSONNumber(location.range.lowerBound))
            object["length"] = .number(JSONNumber(location.range.count))
        }
        object["source"] = .string(rule.source)
        return object
    }
}
