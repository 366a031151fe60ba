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
    /// The bytes of the longest of them.
    private var longestByteCount = 0

    init(visible root: JSONObject, headers: PushHeaders) {
        for member in root {
            let isApple = member.name.utf8.elementsEqual("aps".utf8)
            if !isApple { add(member.name, at: "/" + JSONPointer.escape(member.name)) }
            collect(member.value, at: "/" + JSONPointer.escape(member.name), isApple: isApple)
        }
        if let id = headers.collapseID { add(id, at: "apns-collapse-id") }
        if let id = headers.id { add(id, at: "apns-id") }
    }

    /// The first sealed text that also stands in the clear, but for those at or below the allowed places.
    ///
    /// Places are only looked for once there is such a text.
    func leak(in part: VisiblePart, allowing allowed: [PayloadPath]) -> Leak? {
        guard anyLeaks(from: part.root, to: part.target) else { return nil }
        let overlay = MergePatch.difference(from: part.root, to: part.target)
        return leak(in: .object(overlay), below: [], allowing: allowed)
    }

    /// Whether a text of the overlay, wherever it stands, also stands in the clear.
    private func anyLeaks(from visible: JSONObject, to target: JSONObject) -> Bool {
        var leaks = false
        MergePatch.changes(from: visible, to: target) { _, change in
            switch change {
            case .set(let value): leaks = leaks || anyLeaks(in: value)
            case .inside(let visible, let target): leaks = leaks || anyLeaks(from: visible, to: target)
            case .removed: break
            }
        }
        return leaks
    }

    private func anyLeaks(in value: JSONValue) -> Bool {
        switch value {
        case .string(let text): return isVisible(text)
        case .number(let number): return isVisible(number)
        case .array(let elements):
            let elements = elements.span
            for index in elements.indices where anyLeaks(in: elements[index]) { return true }
        case .object(let object):
            let members = object.members.span
            for index in members.indices where anyLeaks(in: members[index].value) { return true }
        case .null, .bool: break
        }
        return false
    }

    private func isVisible(_ text: String) -> Bool {
        text.utf8.count <= longestByteCount && text.isTelling && place(of: text) != nil
    }

    private func isVisible(_ number: JSONNumber) -> Bool {
        let text = number.text
        return text.utf8.count <= longestByteCount && text.utf8.count { 0x30...0x39 ~= $0 } >= 4 && place(of: text) != nil
    }

    private func leak(in value: JSONValue, below steps: [String], allowing allowed: [PayloadPath]) -> Leak? {
        if !steps.isEmpty, allowed.contains(where: { $0.names.elementsEqual(steps) }) { return nil }
        switch value {
        case .string(let text):
            return isVisible(text) ? leak(of: text, steps) : nil
        case .number(let number):
            return isVisible(number) ? leak(of: number.text, steps) : nil
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
        guard let place = place(of: text) else { return nil }
        return Leak(sealedAt: steps.map { "/" + JSONPointer.escape($0) }.joined(), visibleAt: place)
    }

    /// Where a text stands in the clear.
    private func place(of text: String) -> String? {
        let needle = Array(text.utf8)
        return visible.first { $0.text.holds(needle) }?.place
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
        guard !text.isEmpty else { return }
        visible.append((Array(text.utf8), place))
        longestByteCount = max(longestByteCount, text.utf8.count)
    }
}

extension [UInt8] {
    /// Whether the bytes of a text stand in these, and no ASCII letter, digit or underscore continues it.
    fileprivate func holds(_ text: [UInt8]) -> Bool {
        guard let first = text.first, let last = text.last, count >= text.count else { return false }
        for start in 0...count - text.count where self[start] == first {
            let end = start + text.count
            guard self[start..<end].elementsEqual(text) else { continue }
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
