import PushPayload
import StrictJSON

/// A member that Apple documents, by exactly this name.
struct DocumentedMember {
    let path: [String]
    /// The dictionary of the member; nil for the root.
    let dictionary: AppleDictionary?
    let type: AppleDictionary.ValueType
    let value: JSONValue

    var name: String { path.last ?? "" }

    /// Whether the value has the documented type; where Apple documents a 1, any number has it.
    var hasDocumentedType: Bool {
        switch (type, value) {
        case (.string, .string), (.strings, .array), (.number, .number), (.date, .number), (.one, .number),
            (.dictionary, .object), (.alert, .object), (.alert, .string), (.sound, .object), (.sound, .string),
            (.isTrue, .bool(true)):
            true
        case (.integer, .number(let number)): number.int != nil
        default: false
        }
    }
}

/// A member that Apple does not document in its dictionary.
struct UndocumentedMember {
    let path: [String]
    let dictionary: AppleDictionary
    let value: JSONValue
    /// The documented name of which the member's name is another spelling.
    let correction: String?
    /// The documented name in another dictionary, and that dictionary.
    let alternative: (name: String, dictionary: AppleDictionary)?

    init(path: [String], name: String, dictionary: AppleDictionary, value: JSONValue) {
        self.path = path
        self.dictionary = dictionary
        self.value = value
        correction = dictionary.documentedName(like: name)
        let others: [AppleDictionary] = correction == nil ? [.aps, .alert] : []
        alternative = others.lazy.compactMap { other in other.documentedName(like: name).map { ($0, other) } }.first
    }

    /// Whether the member is the app's own, not a mistake in one of Apple's names.
    var isCustom: Bool { correction == nil && alternative == nil }
}

extension AppleDictionary {
    /// Returns the documented name that is equal to `name` but for case, hyphens and underscores; nil if there is none.
    fileprivate func documentedName(like name: String) -> String? {
        func plain(_ name: String) -> [UInt8] {
            name.lowercased().utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }
        }
        // The name in UserNotifications; a book uses it in payloads, too.
        let plainName = plain(name).elementsEqual("threadidentifier".utf8) ? plain("thread-id") : plain(name)
        return members.first { plain($0.name) == plainName }?.name
    }
}

/// The members of Apple's dictionaries in a payload.
struct PayloadMembers {
    private(set) var documented: [DocumentedMember] = []
    private(set) var undocumented: [UndocumentedMember] = []
    private let isLiveActivity: Bool

    init(of aps: JSONObject, isLiveActivity: Bool) {
        self.isLiveActivity = isLiveActivity
        add(aps, at: ["aps"], as: .aps)
    }

    /// Adds the members of a dictionary and of the dictionaries in it.
    private mutating func add(_ object: JSONObject, at path: [String], as dictionary: AppleDictionary) {
        for member in object {
            let (name, value, path) = (member.name, member.value, path + [member.name])
            guard let type = type(of: member, in: dictionary) else {
                undocumented.append(UndocumentedMember(path: path, name: name, dictionary: dictionary, value: value))
                continue
            }
            documented.append(DocumentedMember(path: path, dictionary: dictionary, type: type, value: value))
            switch (type, value) {
            case (.alert, .object(let alert)): add(alert, at: path, as: .alert)
            case (.sound, .object(let sound)): add(sound, at: path, as: .sound)
            case (.dictionary, .object(let text)) where dictionary == .alert: add(text, at: path, as: .localizedText)
            default: break
            }
        }
    }

    private func type(of member: JSONObject.Member, in dictionary: AppleDictionary) -> AppleDictionary.ValueType? {
        let type = dictionary[member.name]
        guard isLiveActivity, dictionary == .alert else { return type }
        if member.name.hasSameBytes(as: "sound") { return .sound }
        let isLocalizable = ["title", "body"].contains { $0.hasSameBytes(as: member.name) }
        return isLocalizable && member.value.objectValue != nil ? .dictionary : type
    }
}
