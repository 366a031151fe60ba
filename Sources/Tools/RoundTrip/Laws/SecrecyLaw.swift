import Foundation
import PushPayload
import SealedEnvelope
import StrictJSON

extension LawCheck {
    func nothingSealedIsVisible() throws {
        for leaf in Leaf.all(in: visible) {
            trials.count += 1
            try require(mayBeVisible(leaf), "\(leaf.pointer) is visible")
        }
        let inClear = Data(sealed.body)
        // An envelope that was encoded but not encrypted reveals its content when decoded.
        let inEnvelope = Data(envelope)
        let topic = Data(sealing.topic.utf8)
        let inHeaders = sealed.headerFields.map { Data($0.utf8) }
        for (text, pointer) in secretTexts {
            trials.count += 1
            try require(!inClear.contains(text), "text at \(pointer) is visible in the body")
            try require(!inEnvelope.contains(text), "text at \(pointer) is visible in the envelope")
            try require(
                topic.contains(text) || !inHeaders.contains { $0.contains(text) },
                "text at \(pointer) is visible in a header")
        }
    }

    /// The texts of the payload that must not be readable in transit, with their JSON pointers.
    ///
    /// Texts of fewer than eight bytes do not count, since they can occur by chance.
    var secretTexts: [(text: String, pointer: String)] {
        let shown = Leaf.all(in: visible).flatMap(\.texts).map { Data($0.utf8) }
        return Leaf.all(in: payload.root).flatMap { leaf in
            leaf.texts.filter { text in text.utf8.count >= 8 && !shown.contains { $0.contains(text) } }
                .map { ($0, leaf.pointer) }
        }
    }

    /// Whether the wire format permits a member in the clear (§4).
    private func mayBeVisible(_ leaf: Leaf) -> Bool {
        let clear = ["aps.mutable-content", "aps.content-available"] as [PayloadPath]
        if (clear + sealing.options.visible).contains(where: leaf.isInside) { return true }
        if pushType == .liveactivity {
            let objects: [SealedObject] = [.contentState, .attributes]
            let holder = objects.compactMap(\.path).first(where: leaf.isInside)
            // The system reads all other members. An object that contained only its envelope is empty here.
            return holder.map { $0.names.count == leaf.names.count && leaf.value == .object([:]) } ?? true
        }
        guard pushType.showsPlaceholder, leaf.isInside("aps.alert"),
            let path = PayloadPath(names: Array(leaf.names.dropFirst(2)))
        else { return false }
        return sealing.placeholder.alert[at: path] == leaf.value
    }
}

/// A value without members, and the names that lead to it.
private struct Leaf {
    let names: [UTF8Text]
    let value: JSONValue

    var pointer: String { JSONPointer.text(of: names) }

    /// The texts that would reveal the leaf: the names that lead to it, and every string in it.
    var texts: [String] { names.map(\.string) + Self.strings(in: value) }

    func isInside(_ path: PayloadPath) -> Bool {
        PayloadPath(names: Array(names.prefix(path.names.count))) == path
    }

    static func all(in object: JSONObject, at names: [UTF8Text] = []) -> [Leaf] {
        object.flatMap { member in
            let names = names + [member.name]
            guard let object = member.value.objectValue, !object.isEmpty else {
                return [Leaf(names: names, value: member.value)]
            }
            return all(in: object, at: names)
        }
    }

    private static func strings(in value: JSONValue) -> [String] {
        switch value {
        case .string(let text): [text]
        case .array(let elements): elements.flatMap(strings)
        case .object(let object): object.flatMap { [$0.name.string] + strings(in: $0.value) }
        case .null, .bool, .number: []
        }
    }
}

extension Data {
    /// Whether the bytes contain the text, raw or with JSON's shortest escapes.
    func contains(_ text: String) -> Bool {
        range(of: Data(text.utf8)) != nil
            || range(of: Data(JSONValue.string(text).serialized().dropFirst().dropLast())) != nil
    }
}
