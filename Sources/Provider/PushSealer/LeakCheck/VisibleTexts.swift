import PushPayload
import StrictJSON

/// The texts and numbers that travel in the clear, with their places.
struct VisibleTexts {
    /// Empty if nothing in the clear can repeat a sealed text, as in a push with the standard placeholder.
    private(set) var texts: [(bytes: [UInt8], place: String)] = []
    private var numbers: [(value: JSONNumber.Decimal, place: String)] = []
    private var spellings = Spellings()

    /// Collects the texts of a body and of its headers, with the names of members, but for those that Apple documents inside
    /// `aps`, that of the envelope's member, and values that are the same in every push.
    init(of body: JSONObject, headers: PushHeaders, envelopeKey: String) {
        collect(.object(body), at: "", isApple: false, envelopeKey: UTF8Text(envelopeKey))
        if let id = headers.collapseID { add(id.string, at: "apns-collapse-id") }
        if let id = headers.id { add(id, at: "apns-id") }
    }

    /// Returns the place of the first visible text that holds `text`, in any canonically equivalent spelling.
    ///
    /// A text counts from two characters and three bytes on: shorter ones occur by chance. No ASCII letter, digit or
    /// underscore may continue it: `Ann` is found in `Message from Ann` and not in `Annual report`. The id counts as a whole, since
    /// a group of its random digits may be any code.
    func place(of text: String) -> String? {
        guard text.utf8.count >= 3, !text.dropFirst().isEmpty else { return nil }
        lazy var bytes = spellings.bytes(of: text)
        return texts.first { $0.place == "apns-id" ? $0.bytes == bytes : $0.bytes.holdWord(bytes) }?.place
    }

    /// Returns the place of the first visible number of the same value, or of the first text that holds `number`; a number
    /// counts from four digits on.
    func place(of number: JSONNumber) -> String? {
        guard number.text.utf8.count(where: { 0x30...0x39 ~= $0 }) >= 4 else { return nil }
        lazy var value = number.decimal
        return numbers.first { $0.value == value }?.place ?? place(of: number.text)
    }

    private mutating func collect(_ value: JSONValue, at pointer: String, isApple: Bool, envelopeKey: UTF8Text) {
        switch value {
        case .string(let text): if !isApple || !Self.isFixed(text, at: pointer) { add(text, at: pointer) }
        case .number(let number):
            if isApple, Self.isFixed(number.text, at: pointer) { return }
            add(number.text, at: pointer)
            numbers.append((number.decimal, pointer))
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                collect(element, at: "\(pointer)/\(index)", isApple: isApple, envelopeKey: envelopeKey)
            }
        case .object(let object):
            for member in object {
                let inner = "\(pointer)/\(JSONPointer.escape(member.name.string))"
                let isAPS = pointer.isEmpty && member.name == "aps"
                let isDocumented = isAPS || isApple && APS.isDocumented(member.name)
                if !isDocumented, member.name != envelopeKey { add(member.name.string, at: inner) }
                let isApples = isAPS || isApple && !APS.holdsAppsOwnMembers(member.name)
                collect(member.value, at: inner, isApple: isApples, envelopeKey: envelopeKey)
            }
        case .null, .bool: break
        }
    }

    /// Returns whether a text at this place is as a whole the standard placeholder's, or of a set that Apple defines; or a time of
    /// the push, which a Live Activity cannot do without.
    private static func isFixed(_ text: String, at pointer: String) -> Bool {
        let (text, pointer) = (UTF8Text(text), UTF8Text(pointer))
        return fixed.contains { $0.pointer == pointer && $0.words?.contains(text) ?? true }
    }

    /// The words at each pointer; nil for any.
    private static let fixed: [(pointer: UTF8Text, words: [UTF8Text]?)] = [
        ("/aps/alert/title", Placeholder.standard.alert["title"]?.stringValue.map { [UTF8Text($0)] } ?? []),
        ("/aps/event", LiveActivityEvent.allCases.map { UTF8Text($0.rawValue) }),
        ("/aps/interruption-level", InterruptionLevel.allCases.map { UTF8Text($0.rawValue) }),
        ("/aps/mutable-content", ["1"]),
        ("/aps/sound", ["default"]), ("/aps/sound/name", ["default"]),
        ("/aps/timestamp", nil), ("/aps/stale-date", nil), ("/aps/dismissal-date", nil),
    ]

    private mutating func add(_ text: String, at place: String) {
        if !text.isEmpty { texts.append((spellings.add(text), place)) }
    }
}

/// One spelling for all canonically equivalent characters: ASCII, otherwise the first that was added.
private struct Spellings {
    private static let ascii = Set((0..<128).map { Character(UnicodeScalar(UInt8($0))) })

    private var characters = Self.ascii

    /// Returns the bytes of `text` in the spelling of each of its characters, after adding those that are new.
    mutating func add(_ text: String) -> [UInt8] {
        Self.bytes(of: text) { characters.insert($0).memberAfterInsert }
    }

    /// Returns the bytes of `text` in the spelling of each of its characters.
    func bytes(of text: String) -> [UInt8] {
        Self.bytes(of: text) { character in characters.firstIndex(of: character).map { characters[$0] } ?? character }
    }

    private static func bytes(of text: String, spelling: (Character) -> Character) -> [UInt8] {
        text.utf8.allSatisfy(Unicode.ASCII.isASCII) ? Array(text.utf8) : text.flatMap { spelling($0).utf8 }
    }
}

extension [UInt8] {
    /// Returns whether `text` stands in this array and is not continued by a byte of a word.
    fileprivate func holdWord(_ text: [UInt8]) -> Bool {
        guard let first = text.first, let last = text.last, count >= text.count else { return false }
        for start in 0...count - text.count where self[start] == first {
            let end = start + text.count
            guard self[start..<end].elementsEqual(text) else { continue }
            let isContinued =
                start > 0 && first.isOfWord && self[start - 1].isOfWord
                || end < count && last.isOfWord && self[end].isOfWord
            if !isContinued { return true }
        }
        return false
    }
}

extension UInt8 {
    fileprivate var isOfWord: Bool { isAlphanumeric || self == UInt8(ascii: "_") }
}
