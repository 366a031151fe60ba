public import ArgumentParser
import KeyManagement
import PayloadLint
import PushPayload
import RoundTrip
import SealedEnvelope
public import StrictJSON

/// The name of a keyring.
extension UTF8Text: ExpressibleByArgument {
    /// Takes any text; the store refuses one that is no name.
    public init?(argument: String) { self.init(argument) }

    /// The names of the keyrings in the folder.
    public static var defaultCompletionKind: CompletionKind { .keyring }
}

enum ArgumentValues {
    static let role = named("roles", KeyRole.allCases, \.rawValue)
    static let suite = named("suites \(SealingSuite.allCases.map(\.rawValue))", SealingSuite.allCases, \.name)
    /// A push type that Apple documents; a misspelled one would be sealed without a placeholder.
    static let pushType = named("push types", PushType.documented, \.rawValue)
    static let form = named("forms", KeyForm.allCases, \.rawValue)
    static let law = named("laws", Law.allCases, \.rawValue)
    static let keyID = parsed(
        { KeyID(hexadecimal: $0.lowercased()) }, "a key's id has 8 hexadecimal digits, such as 652dfa9a")
    static let activity = parsed(
        { ActivityID($0) }, "the id of an activity has 22 characters of base64url, which are 16 random bytes")

    private static func named<Value: Sendable>(
        _ kind: String, _ values: [Value], _ name: @escaping @Sendable (Value) -> String
    ) -> @Sendable (String) throws -> Value {
        parsed(
            { text in values.first { UTF8Text(name($0)) == UTF8Text(text) } },
            "the \(kind) are \(values.map(name).joined(separator: ", "))")
    }

    private static func parsed<Value>(
        _ parse: @escaping @Sendable (String) -> Value?, _ expected: String
    ) -> @Sendable (String) throws -> Value {
        { text in
            guard let value = parse(text) else { throw ValidationError(expected) }
            return value
        }
    }

    static func padding(_ text: String) throws -> Padding {
        switch text {
        case "none": return .none
        case "max": return .maximum
        default:
            guard let size = Int(text), Padding.blockSizes.contains(size) else {
                throw ValidationError("padding is none, max or a block of 1 to 4096 bytes")
            }
            return .block(size)
        }
    }

    /// Parses a whole number; the error begins with what it stands for.
    static func number<Number: FixedWidthInteger>(_ text: String, _ kind: String) throws -> Number {
        guard let number = Number(text) else { throw ValidationError("\(kind) from 0 to \(Number.max)") }
        return number
    }

    /// Parses a length of time, such as `7d`, of at most 32 bits of seconds.
    static func period(_ text: String) throws -> Duration {
        let units: [UInt8: Int64] = [
            UInt8(ascii: "s"): 1, UInt8(ascii: "m"): 60, UInt8(ascii: "h"): 3600, UInt8(ascii: "d"): 86_400,
        ]
        // Digits only: `Int64.init` takes a sign too.
        let digits = text.utf8.dropLast()
        guard let unit = text.utf8.last.flatMap({ units[$0] }), digits.allSatisfy({ (0x30...0x39).contains($0) }),
            let count = Int64(Substring(digits)), count <= Int64(UInt32.max) / unit
        else { throw ValidationError("a period is a whole number and one of s, m, h or d, such as 7d") }
        return .seconds(count * unit)
    }

    static func seconds(_ text: String) throws -> Duration {
        .seconds(Int64(try number(text, "seconds are a whole number") as UInt32))
    }

    static func languages(_ list: String) throws -> [String] {
        let languages = list.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let tag = /[A-Za-z][A-Za-z0-9-]*/.matchingSemantics(.unicodeScalar)
        guard languages.allSatisfy({ $0.wholeMatch(of: tag) != nil }) else {
            throw ValidationError("languages are tags with commas between them, such as pt-BR,en")
        }
        return languages
    }

    static func header(_ text: String) throws -> (name: String, value: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[0].contains(" ") else {
            throw ValidationError("a header is written as name: value")
        }
        return (String(parts[0]), String(parts[1].drop { $0 == " " }))
    }

    /// Parses the severity of a rule, `code=severity`; nil turns the rule off.
    static func rule(_ text: String) throws -> (rule: LintRule, severity: LintSeverity?) {
        let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else { throw ValidationError("a rule is written as code=severity") }
        guard let rule = LintRule(code: parts[0]) else {
            throw ValidationError("no rule has the code '\(parts[0])'; Documentation/payload.md lists them all")
        }
        let severity = LintSeverity(rawValue: parts[1])
        guard severity != nil || parts[1] == "off" else {
            throw ValidationError("a rule is an error, a warning, a note or off")
        }
        return (rule, severity)
    }
}
