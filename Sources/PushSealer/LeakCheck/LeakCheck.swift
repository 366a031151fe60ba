import PushPayload
import SealedEnvelope
import StrictJSON

/// Looks for sealed text in the visible part and in the headers.
///
/// A text counts from three characters on, from two where it is not all ASCII: shorter ones stand in any other text by
/// chance. It is found where its UTF-8 bytes stand in a visible text and no ASCII letter, digit or underscore continues it on
/// either side, so that `Ann` is found in `Message from Ann` and not in `Annual report`. Numbers count by their text from four
/// digits on. Names of members count among what is visible, but for Apple's own inside `aps`.
///
/// Topic, push type, priority and expiration are not looked at: they are the same for every push of their kind.
struct LeakCheck {
    /// The texts in the clear, with their places.
    private var visible: [(text: [UInt8], place: String)] = []

    /// The first sealed text that also stands in the clear, but for those at or below the allowed places.
    static func leak(of part: VisiblePart, headers: PushHeaders, allowing allowed: [PayloadPath]) -> Leak? {
        let overlay = MergePatch.difference(from: part.clear.patched, to: part.target)
        return LeakCheck(visible: part.clear.root, headers: headers).leak(in: overlay, allowing: allowed)
    }

    private init(visible root: JSONObject, headers: PushHeaders) {
        for member in root {
            let isApple = member.name.utf8.elementsEqual("aps".utf8)
            if !isApple { add(member.name, at: "/" + JSONPointer.escape(member.name)) }
            collect(member.value, at: "/" + JSONPointer.escape(member.name), isApple: isApple)
        }
        if let id = headers.collapseID { add(id, at: "apns-collapse-id") }
        if let id = headers.id { add(id, at: "apns-id") }
    }

    private func leak(in overlay: JSONObject, allowing allowed: [PayloadPath]) -> Leak? {
        visible.isEmpty ? nil : leak(in: .object(overlay), below: [], allowing: allowed)
    }

    private func leak(in value: JSONValue, below steps: [String], allowing allowed: [PayloadPath]) -> Leak? {
        if !steps.isEmpty, allowed.contains(where: { $0.names.elementsEqual(steps) }) { return nil }
        switch value {
        case .string(let text):
            return text.isTelling ? leak(of: text, steps) : nil
        case .number(let number):
            return number.text.utf8.count { 0x30...0x39 ~= $0 } >= 4 ? leak(of: number.text, steps) : nil
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                if let leak = leak(in: element, below: steps + [String(index)], allowing: allowed) { return leak }
            }
        case .object(let object):
            for member in object {
                if let leak = leak(in: member.value, below: steps + [member.name], allowing: allowed) { return leak }
            }
        case .null, .bool: break
        }
        return nil
    }

    private func leak(of text: String, _ steps: [String]) -> Leak? {
        let needle = Array(text.utf8)
        guard let place = visible.first(where: { $0.text.holds(needle) })?.place else { return nil }
        return Leak(sealedAt: steps.map { "/" + JSONPointer.escape($0) }.joined(), visibleAt: place)
    }

    private mutating func collect(_ value: JSONValue, at pointer: String, isApple: Bool) {
        switch value {
        case .string(let text): add(text, at: pointer)
        case .number(let number): add(number.text, at: pointer)
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                collect(element, at: "\(pointer)/\(index)", isApple: isApple)
            }
        case .object(let object):
            for member in object {
                let inner = "\(pointer)/\(JSONPointer.escape(member.name))"
                if !isApple { add(member.name, at: inner) }
                collect(member.value, at: inner, isApple: isApple)
            }
        case .null, .bool: break
        }
    }

    private mutating func add(_ text: String, at place: String) {
        if !text.isEmpty { visible.append((Array(text.utf8), place)) }
    }
}

extension [UInt8] {
    /// Whether the bytes of a text stand in these, and no ASCII letter, digit or underscore continues it.
    fileprivate func holds(_ text: [UInt8]) -> Bool {
        unsafe text.withUnsafeBytes { text in unsafe holds(text) }
    }

    /// The same for bytes that lie elsewhere.
    func holds(_ text: UnsafeRawBufferPointer) -> Bool {
        guard let first = unsafe text.first, let last = unsafe text.last, count >= text.count else { return false }
        for start in 0...count - text.count where self[start] == first {
            let end = start + text.count
            guard unsafe self[start..<end].elementsEqual(text) else { continue }
            let isContinued =
                start > 0 && first.isWordByte && self[start - 1].isWordByte
                || end < count && last.isWordByte && self[end].isWordByte
            if !isContinued { return true }
        }
        return false
    }
}

extension String {
    /// Whether the string is long enough to stand elsewhere only because it was put there.
    fileprivate var isTelling: Bool {
        utf8.count >= 3 && (utf8.allSatisfy { $0 < 0x80 } || !dropFirst().isEmpty)
    }
}

extension UInt8 {
    /// Whether the byte is an ASCII letter, digit or underscore.
    fileprivate var isWordByte: Bool {
        0x30...0x39 ~= self || 0x41...0x5A ~= self || 0x61...0x7A ~= self || self == UInt8(ascii: "_")
    }
}
