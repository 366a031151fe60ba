import PushPayload
import SealedEnvelope
import StrictJSON

extension Law {
    /// Only the permitted members are readable in transit.
    public static let nothingSealedIsVisible = Law(
        "nothingSealedIsVisible",
        "the body shows the placeholder and the visible members, and no other text of the payload"
    ) { trial in
        var trials = 0
        for leaf in trial.visible.leaves() {
            trials += 1
            guard trial.mayBeVisible(leaf) else { throw Violation("\(leaf.pointer) is visible") }
        }
        let inClear = ByteSearch(trial.sealed.body)
        // An envelope that was encoded but not encrypted reveals its content when decoded.
        let inEnvelope = ByteSearch(trial.envelope)
        let inHeaders = trial.sealed.headerFields.map { ByteSearch(Array($0.utf8)) }
        for (text, pointer) in trial.secretTexts {
            trials += 1
            if inClear.contains(text) { throw Violation("text at \(pointer) is visible in the body") }
            if inEnvelope.contains(text) { throw Violation("text at \(pointer) is visible in the envelope") }
            if inHeaders.contains(where: { $0.contains(text) }) && !trial.sealing.topic.contains(text) {
                throw Violation("text at \(pointer) is visible in a header")
            }
        }
        return trials
    }
}

extension Trial {
    /// The texts of the payload that must not be readable in transit, with their JSON pointers.
    var secretTexts: [(text: String, pointer: String)] {
        let shown = visible.leaves().flatMap(\.texts).map { ByteSearch(Array($0.utf8)) }
        return payload.root.leaves().flatMap { leaf in
            leaf.texts.filter { text in
                text.utf8.count >= ByteSearch.least && !shown.contains { $0.contains(text) }
            }
            .map { ($0, leaf.pointer) }
        }
    }

    /// Whether the wire format permits a member in the clear (§4).
    fileprivate func mayBeVisible(_ leaf: Leaf) -> Bool {
        let clear =
            sealing.options.visible + [
                PayloadPath("aps", "mutable-content"), PayloadPath("aps", "content-available"),
            ]
        if clear.contains(where: { leaf.names.starts(with: $0.names, by: { $0.hasSameBytes(as: $1) }) }) { return true }
        if pushType == .liveactivity {
            let objects: [SealedObject] = [.contentState, .attributes]
            let holder = objects.compactMap(\.path?.names).first { names in
                leaf.names.starts(with: names, by: { $0.hasSameBytes(as: $1) })
            }
            // The system reads all other members. An object that contained only its envelope is empty here.
            return holder.map { $0.count == leaf.names.count && leaf.value == .object([:]) } ?? true
        }
        guard pushType.showsPlaceholder, leaf.names.starts(with: ["aps", "alert"]) else { return false }
        let names = leaf.names.dropFirst(2)
        return Leaf.all(in: .object(sealing.placeholder.alert), at: []).contains {
            $0.names.elementsEqual(names, by: { $0.hasSameBytes(as: $1) }) && $0.value == leaf.value
        }
    }
}

/// A value without members, and the names that lead to it.
struct Leaf {
    let names: [String]
    let value: JSONValue

    var pointer: String { names.map { "/" + JSONPointer.escape($0) }.joined() }

    /// The texts that would reveal the leaf: the names that lead to it, and every string in it.
    var texts: [String] { names + Self.strings(in: value) }

    static func all(in value: JSONValue, at names: [String]) -> [Leaf] {
        guard let object = value.objectValue, !object.isEmpty else { return [Leaf(names: names, value: value)] }
        return object.flatMap { all(in: $0.value, at: names + [$0.name]) }
    }

    private static func strings(in value: JSONValue) -> [String] {
        switch value {
        case .string(let text): [text]
        case .array(let elements): elements.flatMap(strings)
        case .object(let object): object.flatMap { [$0.name] + strings(in: $0.value) }
        case .null, .bool, .number: []
        }
    }
}

extension JSONObject {
    func leaves() -> [Leaf] {
        isEmpty ? [] : Leaf.all(in: .object(self), at: [])
    }
}

/// Finds texts of at least eight bytes in bytes; shorter ones can occur by chance.
struct ByteSearch {
    static let least = 8

    private let bytes: [UInt8]
    private let starts: [UInt64: [Int]]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var starts: [UInt64: [Int]] = [:]
        var window: UInt64 = 0
        for (index, byte) in bytes.enumerated() {
            window = window << 8 | UInt64(byte)
            if index >= Self.least - 1 { starts[window, default: []].append(index - Self.least + 1) }
        }
        self.starts = starts
    }

    /// Whether the bytes contain the text, raw or with JSON's shortest escapes.
    func contains(_ text: String) -> Bool {
        contains(Array(text.utf8)) || contains(JSONValue.string(text).serialized().dropFirst().dropLast())
    }

    private func contains(_ text: some RandomAccessCollection<UInt8>) -> Bool {
        guard text.count >= Self.least else { return false }
        let window = text.prefix(Self.least).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return (starts[window] ?? []).contains { bytes[$0...].starts(with: text) }
    }
}
