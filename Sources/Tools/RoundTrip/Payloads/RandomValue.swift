import PushPayload
import StrictJSON

/// Generates values until a budget of bytes is used up.
struct RandomValue {
    var generator: SplitMix64
    /// The remaining budget, in approximate bytes of JSON.
    var byteCount: Int

    mutating func root(for pushType: PushType) -> JSONObject {
        var root = JSONObject()
        let apsFirst = generator.below(2) == 0
        if apsFirst { root["aps"] = aps(for: pushType) }
        while byteCount > 0 {
            let name = name()
            // The format reserves these two names.
            if name != "aps", name != "sealed" { root[name] = value(depth: 1) }
        }
        if !apsFirst { root["aps"] = aps(for: pushType) }
        return root
    }

    /// Returns the `aps` of a push, or nil if the type permits its absence.
    private mutating func aps(for pushType: PushType) -> JSONValue? {
        var aps: JSONObject = pushType == .background ? ["content-available": 1] : [:]
        if pushType == .alert {
            switch generator.below(5) {
            case 0: break
            case 1: aps["alert"] = .string(text())
            default: aps["alert"] = .object(alert())
            }
        } else if generator.below(3) > 0 {
            return aps.isEmpty ? nil : .object(aps)
        }
        let extras: [(String, JSONValue)] = [
            ("badge", .number(JSONNumber(generator.below(100)))), ("sound", "default"), ("thread-id", .string(text())),
            ("sound", ["critical": 1, "name": "a.caf", "volume": 0.1]), ("category", .string(text())),
            ("mutable-content", generator.pick([0, 1, true])), ("interruption-level", "time-sensitive"),
            ("relevance-score", 0.75), ("content-available", generator.pick([0, 1])),
        ]
        for (name, value) in extras where generator.below(4) == 0 { aps[name] = value }
        // Of another type, a member of Apple's is not sealed.
        let name = name()
        if AppleDictionary.aps[UTF8Text(name)] == nil, generator.below(4) == 0 { aps[name] = value(depth: 2) }
        return .object(aps)
    }

    private mutating func alert() -> JSONObject {
        var alert = JSONObject()
        for name in ["title", "subtitle", "body", "launch-image", "loc-key"] where generator.below(2) == 0 {
            alert[name] = .string(text())
        }
        if generator.below(4) == 0 { alert["loc-args"] = .array([.string(text()), .string(text())]) }
        return alert
    }

    private mutating func value(depth: Int) -> JSONValue {
        byteCount -= 4
        guard byteCount > 0 else { return true }
        switch generator.below(depth < 6 ? 14 : 8) {
        case 0: return generator.pick([true, false])
        case 1, 2, 3: return .number(number())
        case 4, 5, 6, 7: return .string(text())
        case 8, 9: return .array((0..<generator.below(6)).map { _ in value(depth: depth + 1) })
        case 10:
            // So many members that a linear search is slow.
            let count = min(generator.below(120), max(byteCount / 8, 1))
            byteCount -= count * 11
            return .object(JSONObject((0..<count).map { ("m\($0)", .bool($0 % 3 == 0)) }))
        case 11:
            // Deeply nested arrays and objects.
            let depth = min(generator.below(400), max(byteCount / 4, 1))
            byteCount -= depth * 4
            return (0..<depth).reduce([]) { value, _ in generator.below(2) == 0 ? [value] : ["": value] }
        default: return .object(JSONObject((0..<generator.below(6)).map { _ in (name(), value(depth: depth + 1)) }))
        }
    }

    private mutating func name() -> String {
        byteCount -= 4
        guard generator.below(8) > 0 else { return text() }
        return generator.pick(Self.names) + (generator.below(3) == 0 ? "\(generator.below(100))" : "")
    }

    private mutating func number() -> JSONNumber {
        byteCount -= 8
        let number: JSONNumber? =
            switch generator.below(4) {
            case 0: JSONNumber(text: generator.pick(Self.numbers))
            case 1: JSONNumber(generator.below(1000))
            case 2: JSONNumber(Double(bitPattern: generator.next()))
            default: JSONNumber(Int64(bitPattern: generator.next()))
            }
        return number ?? JSONNumber(0)
    }

    private mutating func text() -> String {
        var text = ""
        switch generator.below(6) {
        case 0: text = generator.pick(Self.texts)
        case 1:
            // Arbitrary code points.
            let scalars = (0..<generator.below(12)).compactMap { _ in Unicode.Scalar(UInt32(generator.below(0x11_0000)))
            }
            text.unicodeScalars.append(contentsOf: scalars)
        case 2: text = String(repeating: generator.pick(Self.texts), count: generator.below(20))
        default: for _ in 0..<generator.below(8) { text += generator.pick(Self.texts) + " " }
        }
        while text.utf8.count > max(byteCount, 8) { text.removeLast() }
        byteCount -= text.utf8.count
        return text
    }

    private static let names = [
        "", "a", "account", "é", "e\u{301}", "名前", "a.b", "a/b", "~", "\"", "__proto__", "mutable-content", "sealed ",
        "Aps", "data", "id", "\u{0}", "\u{1f469}\u{200d}\u{1f680}", "a\\b", "alert", "toString", "x y",
    ]

    private static let numbers = [
        "0", "-0", "0.0", "0.10", "1.0", "1e2", "1E+2", "-1e-2", "12345678901234567890", "9007199254740993",
        "1e400", "1e-400", "-1e999999999", "0.1", "3.14159265358979323846264338327950288", "9223372036854775808",
        "-9223372036854775808", "18446744073709551616", "5e-324", "1.7976931348623157e308", "1152921504606846976",
    ]

    private static let texts = [
        "", "a", "Hello", "Grüße", "é", "e\u{301}", "Привет", "こんにちは", "שלום", "مرحبا", "€ 240", "\u{0}", "\u{7f}",
        "\n", "\t\r\u{8}\u{c}", "\"", "\\", "/", "</script>", "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}", "🇪🇺",
        "\u{feff}",
        "\u{ffff}", "\u{10ffff}", "\u{202e}", "null", "\u{2028}", "=", "AQ-_", "%@", "Å\u{30a}", "\u{d7ff}\u{e000}",
    ]
}
