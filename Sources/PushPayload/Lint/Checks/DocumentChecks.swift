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
        for member in root {
            if !member.name.utf8.elementsEqual("aps".utf8) {
                checkNulls(member.value, [.name(member.name)])
                if member.name.utf8.contains(UInt8(ascii: "-")), KnownMembers.aps[member.name] != nil {
                    report(
                        .misplacedKey, naming: [.name(member.name)],
                        "\(member.name) is a key of Apple's and belongs into aps.")
                }
            } else if member.value.objectValue == nil {
                report(.apsNotDictionary, at: ["aps"], "aps is a dictionary, not \(member.value.kindWithArticle).")
            }
        }
        if root.isEmpty || root.count == 1 && aps?.isEmpty == true, said == nil {
            report(
                .emptyPayload, at: [],
                "The payload is empty, as for the update of a Wallet pass; for anything else it does nothing.")
        }
    }

    mutating func checkNulls(_ value: JSONValue, _ path: @autoclosure () -> [LintStep]) {
        guard value.holdsNull else { return }
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
