import StrictJSON

extension LintRun {
    /// Checks one member of Apple's against the shape that Apple gives, and says whether it has it.
    @discardableResult
    mutating func check(
        _ value: JSONValue, is shape: MemberShape, at path: @autoclosure () -> [LintStep]
    ) -> Bool {
        var name: String { path().last?.text ?? "" }
        switch (shape, value) {
        case (_, .null):
            report(.nullInAppleKey, at: path(), "\(name) is null; leave it out.")
            return false
        case (.text, .string), (.dictionary, .object), (.alert, .string), (.alert, .object), (.sound, .string),
            (.sound, .object), (.number, .number), (.isTrue, .bool(true)):
            return true
        case (.texts, .array(let elements)):
            for (index, element) in elements.enumerated() where element.stringValue == nil {
                report(
                    .wrongType, at: path() + [.index(index)],
                    "An element of \(name) is a string, not \(element.kindWithArticle).")
            }
            return true
        case (.whole, .number(let number)) where number.int != nil:
            return true
        case (.date, .number(let number)):
            if let seconds = number.double, abs(seconds) >= 100_000_000_000 {
                report(
                    .dateInMilliseconds, at: path(), "\(name) is in seconds; \(number.text) looks like milliseconds.")
            }
            return true
        case (.one, .number(let number)):
            if number.int != 1 {
                report(.switchNotOne, at: path(), "\(name) means something only when it is 1; leave it out otherwise.")
            }
            return true
        case (.one, .bool):
            report(.switchIsBoolean, at: path(), "\(name) is the number 1, not a Boolean.")
            return false
        case (.isTrue, .bool(false)):
            report(.switchNotOne, at: path(), "\(name) means something only when it is true; leave it out otherwise.")
            return false
        default:
            report(.wrongType, at: path(), "\(name) is \(shape.expectation), not \(value.kindWithArticle).")
            return false
        }
    }

    /// Checks a value from a closed list, or a file name, for the quotation marks that Apple's page prints around it.
    mutating func checkQuotes(_ text: String, at path: @autoclosure () -> [LintStep]) -> Bool {
        guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last,
            ["\u{201C}", "\u{201D}"].contains(first) || ["\u{201C}", "\u{201D}"].contains(last)
        else { return true }
        report(
            .curlyQuotes, at: path(), "The curly quotation marks are part of the value; Apple's page only prints them.")
        return false
    }

    /// Reports a key that Apple does not know in this dictionary.
    mutating func reportUnknown(
        _ name: String, in dictionary: KnownValues<MemberShape>, _ path: [LintStep], _ rule: LintRule
    ) {
        let path = path + [.name(name)]
        if let correction = KnownMembers.correction(of: name, in: dictionary) {
            report(.misspelledKey, naming: path, "Apple's key is written \(correction).")
            return
        }
        for (home, members) in [("aps", KnownMembers.aps), ("alert", KnownMembers.alert)] {
            if let key = members[name].map({ _ in name }) ?? KnownMembers.correction(of: name, in: members) {
                report(.misplacedKey, naming: path, "Apple's key \(key) belongs into \(home).")
                return
            }
        }
        report(rule, naming: path, "\(name) is none of Apple's keys; custom keys stand beside aps.")
    }
}
