import PushPayload
import StrictJSON

/// The texts and numbers that travel in the clear, with their places.
struct VisibleTexts {
    private var texts: [VisibleText] = []
    private var numbers: [(value: JSONNumber.Decimal, place: String)] = []
    private var characters = CharacterNumbers()

    /// Collects the texts of a body and of its headers, with the names of members, but for those that Apple documents inside
    /// `aps`, that of the envelope's member, and values that are the same in every push.
    init(of body: JSONObject, headers: PushHeaders, envelopeKey: String) {
        for member in body {
            let isAPS = member.name.hasSameBytes(as: "aps")
            let pointer = "/" + JSONPointer.escape(member.name)
            if !isAPS, !member.name.hasSameBytes(as: envelopeKey) { add(member.name, at: pointer) }
            collect(member.value, at: pointer, isApple: isAPS, envelopeKey: envelopeKey)
        }
        if let id = headers.collapseID { add(id, at: "apns-collapse-id") }
        if let id = headers.id { add(id, at: "apns-id") }
    }

    /// Whether nothing in the clear can repeat a sealed text, as in a push with the standard placeholder.
    var isEmpty: Bool { texts.isEmpty }

    /// Returns the place of the first visible text that holds `text`, in any canonically equivalent spelling.
    ///
    /// A text counts from three characters on, from two if it is not all ASCII: shorter ones occur by chance. No ASCII
    /// letter, digit or underscore may continue it: `Ann` is found in `Message from Ann` and not in `Annual report`.
    func place(of text: String) -> String? {
        guard text.utf8.count >= 3 else { return nil }
        let bytes = Array(text.utf8)
        let isASCII = bytes.allSatisfy { $0 < 0x80 }
        guard isASCII || !text.dropFirst().isEmpty else { return nil }
        // Equivalent spellings differ in their bytes only where one of them is not ASCII.
        let numbers = isASCII && characters.areASCII ? nil : characters.numbers(of: text)
        return texts.first { visible in
            visible.bytes.holds(bytes, continuing: \.isOfWord)
                || numbers.map { visible.characters.holds($0, continuing: \.isOfWord) } ?? false
        }?.place
    }

    /// Returns the place of the first visible number of the same value, or of the first text that holds `number`; a number
    /// counts from four digits on.
    func place(of number: JSONNumber) -> String? {
        guard number.text.utf8.count(where: { 0x30...0x39 ~= $0 }) >= 4 else { return nil }
        guard !numbers.isEmpty else { return place(of: number.text) }
        let value = number.decimal
        return numbers.first { $0.value == value }?.place ?? place(of: number.text)
    }

    private mutating func collect(_ value: JSONValue, at pointer: String, isApple: Bool, envelopeKey: String) {
        switch value {
        case .string(let text): if !Self.isFixed(text, at: pointer) { add(text, at: pointer) }
        case .number(let number):
            // The same in every alert.
            if number.text == "1", pointer.hasSameBytes(as: "/aps/mutable-content") { return }
            add(number.text, at: pointer)
            numbers.append((number.decimal, pointer))
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                collect(element, at: "\(pointer)/\(index)", isApple: isApple, envelopeKey: envelopeKey)
            }
        case .object(let object):
            for member in object {
                let inner = "\(pointer)/\(JSONPointer.escape(member.name))"
                let isDocumented = isApple && APS.isDocumented(member.name)
                if !isDocumented, !member.name.hasSameBytes(as: envelopeKey) { add(member.name, at: inner) }
                let isApples = isApple && !APS.holdsAppsOwnMembers(member.name)
                collect(member.value, at: inner, isApple: isApples, envelopeKey: envelopeKey)
            }
        case .null, .bool: break
        }
    }

    /// Returns whether a text at this place is as a whole the standard placeholder's, or a word of a set that Apple defines.
    private static func isFixed(_ text: String, at pointer: String) -> Bool {
        fixed.contains { $0.pointer.hasSameBytes(as: pointer) && $0.words.contains { $0.hasSameBytes(as: text) } }
    }

    private static let fixed: [(pointer: String, words: [String])] = [
        ("/aps/alert/title", [Placeholder.standard.alert["title"]?.stringValue].compactMap(\.self)),
        ("/aps/event", LiveActivityEvent.allCases.map(\.rawValue)),
        ("/aps/interruption-level", InterruptionLevel.allCases.map(\.rawValue)),
        ("/aps/sound", ["default"]), ("/aps/sound/name", ["default"]),
    ]

    private mutating func add(_ text: String, at place: String) {
        if text.isEmpty { return }
        texts.append(VisibleText(bytes: Array(text.utf8), characters: characters.add(text), place: place))
    }
}

private struct VisibleText {
    let bytes: [UInt8]
    let characters: [Int]
    let place: String
}

/// Numbers for characters, so that each is normalized once: canonically equivalent ones have the same, ASCII its code.
private struct CharacterNumbers {
    private static let ascii = Dictionary(
        uniqueKeysWithValues: (0..<128).map { (Character(UnicodeScalar(UInt8($0))), $0) })

    private var numbers = Self.ascii
    /// Whether every character that was added is ASCII.
    private(set) var areASCII = true

    /// Returns the numbers of the characters of `text`; each new one gets the next number.
    mutating func add(_ text: String) -> [Int] {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.map(Int.init) }
        areASCII = false
        return text.map { character in
            if let number = numbers[character] { return number }
            let number = numbers.count
            numbers[character] = number
            return number
        }
    }

    /// Returns the numbers of the characters of `text`; nil when one of them was never added.
    func numbers(of text: String) -> [Int]? {
        var found: [Int] = []
        for character in text {
            guard let number = numbers[character] else { return nil }
            found.append(number)
        }
        return found
    }
}

extension Array where Element: Equatable {
    /// Returns whether `text` stands in this array and is not continued by an element of a word.
    fileprivate func holds(_ text: [Element], continuing isPartOfWord: (Element) -> Bool) -> Bool {
        guard let first = text.first, let last = text.last, count >= text.count else { return false }
        for start in 0...count - text.count where self[start] == first {
            let end = start + text.count
            guard self[start..<end].elementsEqual(text) else { continue }
            let isContinued =
                start > 0 && isPartOfWord(first) && isPartOfWord(self[start - 1])
                || end < count && isPartOfWord(last) && isPartOfWord(self[end])
            if !isContinued { return true }
        }
        return false
    }
}

extension BinaryInteger {
    fileprivate var isOfWord: Bool {
        0x30...0x39 ~= self || 0x41...0x5A ~= self || 0x61...0x7A ~= self || self == 0x5F
    }
}
