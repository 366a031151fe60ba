import StrictJSON

extension LintRun {
    /// Checks the payload as a whole: its size, its root and its custom values.
    mutating func checkDocument() {
        if byteCount > limit {
            let hint = pushType == nil ? " A VoIP push may have 5120; say the push type." : ""
            report(
                .payloadTooLarge, .from(limit),
                "The payload has \(byteCount) bytes, \(byteCount - limit) more than the \(limit) that APNs takes.\(hint)"
            )
        }
        if aps == nil, let value = root["aps"] {
            report(.apsNotDictionary, at: ["aps"], "aps is a dictionary, not \(value.kindWithArticle).")
        }
        for member in root {
            let name = member.name
            if name.utf8.contains(UInt8(ascii: "-")), KnownMembers.aps[name] != nil {
                report(.misplacedKey, naming: [.name(name)], "\(name) is a key of Apple's and belongs into aps.")
            }
        }
        // The members of `aps` have their own rules.
        for member in root where !member.name.hasSameBytes(as: "aps") {
            checkNulls(member.value, [.name(member.name)])
        }
        if root.isEmpty || root.count == 1 && aps?.isEmpty == true, said == nil {
            report(
                .emptyPayload, at: [],
                "The payload is empty, as for the update of a Wallet pass; for anything else it does nothing.")
        }
    }

    mutating func checkNulls(_ value: JSONValue, _ path: @autoclosure () -> [LintStep]) {
        switch value {
        case .null:
            report(
                .nullValue, at: path(), "null is not among the values that a payload may carry; leave the member out.")
        case .array(let elements):
            for (index, element) in elements.enumerated() { checkNulls(element, path() + [.index(index)]) }
        case .object(let object):
            for member in object { checkNulls(member.value, path() + [.name(member.name)]) }
        case .bool, .number, .string:
            break
        }
    }
}
