import PushPayload
import StrictJSON

/// The texts and numbers that travel in the clear, with their places.
struct VisibleTexts {
    private var texts: [(text: VisibleText, place: String)] = []
    private var numbers: [(value: JSONNumber.Decimal, place: String)] = []

    /// Collects the texts of a body and of its headers.
    ///
    /// Names of members count, but for the names that Apple documents inside `aps` and the name of the envelope's member.
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

    /// Returns the place of the first visible text that holds `text`.
    func place(of text: String) -> String? {
        let needle = VisibleText(text)
        return texts.first { $0.text.holds(needle) }?.place
    }

    /// Returns the place of the first visible number or text that holds `number`, however it is spelled.
    func place(of number: JSONNumber) -> String? {
        let value = number.decimal
        return numbers.first { $0.value == value }?.place ?? place(of: number.text)
    }

    private mutating func collect(_ value: JSONValue, at pointer: String, isApple: Bool, envelopeKey: String) {
        switch value {
        case .string(let text): add(text, at: pointer)
        case .number(let number):
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

    private mutating func add(_ text: String, at place: String) {
        if !text.isEmpty { texts.append((VisibleText(text), place)) }
    }
}

/// A text that is searched, as bytes and, unless it is ASCII, as characters that compare by canonical equivalence.
struct VisibleText {
    private let bytes: [UInt8]
    private let characters: [Character]?

    init(_ text: String) {
        bytes = Array(text.utf8)
        characters = bytes.allSatisfy { $0 < 0x80 } ? nil : Array(text)
    }

    /// Returns whether `text` stands in this text and no ASCII letter, digit or underscore continues it on either side.
    func holds(_ text: VisibleText) -> Bool {
        if bytes.holds(text.bytes, continuing: \.isWordByte) { return true }
        // Canonically equivalent spellings differ in their bytes only where one of them is not ASCII.
        guard characters != nil || text.characters != nil else { return false }
        return allCharacters.holds(text.allCharacters, continuing: \.isWordCharacter)
    }

    private var allCharacters: [Character] {
        characters ?? bytes.map { Character(UnicodeScalar($0)) }
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

extension UInt8 {
    /// Whether the byte is an ASCII letter, digit or underscore.
    fileprivate var isWordByte: Bool {
        0x30...0x39 ~= self || 0x41...0x5A ~= self || 0x61...0x7A ~= self || self == UInt8(ascii: "_")
    }
}

extension Character {
    fileprivate var isWordCharacter: Bool { asciiValue?.isWordByte ?? false }
}
