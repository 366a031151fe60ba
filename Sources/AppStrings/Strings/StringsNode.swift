/// A value in a strings file: a text, a dictionary, or any other value, which has no meaning there.
indirect enum StringsNode: Sendable, Hashable {
    case text(String)
    case dictionary([String: StringsNode])
    case other

    var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    var dictionary: [String: StringsNode]? {
        if case .dictionary(let members) = self { members } else { nil }
    }
}
