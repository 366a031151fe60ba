import PushPayload
import SealedEnvelope
import StrictJSON

/// All texts in the clear, one behind the other, to tell quickly that no sealed text is among them.
///
/// What it says of a text may be wrong in one way only: it may hold one that ``LeakCheck`` then does not find.
struct ClearText {
    /// The texts, each ended by a zero, which is no part of a word.
    private var bytes: [UInt8] = []
    /// The bytes of the longest text.
    private var longestByteCount = 0

    init(of root: JSONObject, headers: PushHeaders) {
        for member in root {
            // Apple's own names are no texts of the caller's.
            let isApple = member.name.utf8.elementsEqual("aps".utf8)
            if !isApple { add(member.name) }
            collect(member.value, isApple: isApple)
        }
        if let id = headers.collapseID { add(id) }
        if let id = headers.id { add(id) }
    }

    /// Whether a text that is sealed, wherever it stands, may also stand in the clear.
    func mayHoldSealedText(of part: VisiblePart) -> Bool {
        mayHoldText(from: part.root, to: part.target)
    }

    private func mayHoldText(from visible: JSONObject, to target: JSONObject) -> Bool {
        var mayHold = false
        MergePatch.changes(from: visible, to: target) { _, change in
            switch change {
            case .set(let value): mayHold = mayHold || mayHoldText(of: value)
            case .inside(let visible, let target): mayHold = mayHold || mayHoldText(from: visible, to: target)
            case .removed: break
            }
        }
        return mayHold
    }

    private func mayHoldText(of value: JSONValue) -> Bool {
        switch value {
        case .string(let text): return mayHold(text)
        case .number(let number): return mayHold(number.text)
        case .array(let elements):
            let elements = elements.span
            for index in elements.indices where mayHoldText(of: elements[index]) { return true }
        case .object(let object):
            let members = object.members.span
            for index in members.indices where mayHoldText(of: members[index].value) { return true }
        case .null, .bool: break
        }
        return false
    }

    private func mayHold(_ text: String) -> Bool {
        guard 3...max(3, longestByteCount) ~= text.utf8.count else { return false }
        return unsafe text.withBytes { unsafe bytes.holds($0) }
    }

    private mutating func collect(_ value: JSONValue, isApple: Bool) {
        switch value {
        case .string(let text): add(text)
        case .number(let number): add(number.text)
        case .array(let elements): for element in elements { collect(element, isApple: isApple) }
        case .object(let object):
            for member in object {
                if !isApple { add(member.name) }
                collect(member.value, isApple: isApple)
            }
        case .null, .bool: break
        }
    }

    private mutating func add(_ text: String) {
        bytes.append(contentsOf: text.utf8)
        bytes.append(0)
        longestByteCount = max(longestByteCount, text.utf8.count)
    }
}
