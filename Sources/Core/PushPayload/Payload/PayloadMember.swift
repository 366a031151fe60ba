package import StrictJSON

/// A member of a dictionary in which Apple documents names.
package struct PayloadMember {
    package let path: [UTF8Text]
    /// The dictionary of the member; nil for the root.
    package let dictionary: AppleDictionary?
    /// The documented type; nil if Apple does not document the name in this dictionary.
    package let type: AppleDictionary.ValueType?
    package let value: JSONValue
    /// The documented name that the name of an undocumented member resembles, in its own dictionary or in another one.
    package let resembled: (name: UTF8Text, dictionary: AppleDictionary)?

    package var name: UTF8Text { path.last ?? "" }

    /// The documented name of which the name is another spelling.
    package var correction: UTF8Text? { resembled?.dictionary == dictionary ? resembled?.name : nil }

    /// The documented name in another dictionary, and that dictionary.
    package var alternative: (name: UTF8Text, dictionary: AppleDictionary)? {
        resembled?.dictionary == dictionary ? nil : resembled
    }

    /// Whether the value has the documented type; where Apple documents a 1, any number has it.
    package var hasDocumentedType: Bool { type?.accepts(value) ?? false }

    /// Returns the members of a dictionary and of Apple's dictionaries in it, in the order of the text.
    package static func all(
        in object: JSONObject, at path: [UTF8Text], as dictionary: AppleDictionary, isLiveActivity: Bool
    ) -> [PayloadMember] {
        object.flatMap { json in
            let type = type(of: json, in: dictionary, isLiveActivity: isLiveActivity)
            let member = PayloadMember(
                path: path + [json.name], dictionary: dictionary, type: type, value: json.value,
                resembled: type == nil ? dictionary.documentedName(like: json.name) : nil)
            guard let inner = inner(of: type, in: dictionary), let object = json.value.objectValue else {
                return [member]
            }
            return [member] + all(in: object, at: member.path, as: inner, isLiveActivity: isLiveActivity)
        }
    }

    /// Whether each documented member of a dictionary, and of Apple's dictionaries in it, has its type; a null has none.
    package static func haveDocumentedTypes(
        in object: JSONObject, as dictionary: AppleDictionary, isLiveActivity: Bool
    ) -> Bool {
        object.allSatisfy { json in
            guard let type = type(of: json, in: dictionary, isLiveActivity: isLiveActivity) else { return true }
            guard type.accepts(json.value) else { return false }
            guard let inner = inner(of: type, in: dictionary), let object = json.value.objectValue else { return true }
            return haveDocumentedTypes(in: object, as: inner, isLiveActivity: isLiveActivity)
        }
    }

    private static func type(
        of json: JSONObject.Element, in dictionary: AppleDictionary, isLiveActivity: Bool
    ) -> AppleDictionary.ValueType? {
        if isLiveActivity, dictionary == .alert {
            let isLocalizable = ["title", "body"].contains(json.name)
            if isLocalizable, json.value.objectValue != nil { return .dictionary }
            if json.name == "sound" { return .sound }
        }
        return dictionary[json.name]
    }

    /// Apple's dictionary that a value of a type is.
    private static func inner(
        of type: AppleDictionary.ValueType?, in dictionary: AppleDictionary
    ) -> AppleDictionary? {
        switch type {
        case .alert: .alert
        case .sound: .sound
        case .dictionary where dictionary == .alert: .localizedText
        default: nil
        }
    }

    /// Returns the members beside `aps` that the system reads of a push of this type; all of them are strings.
    package static func besideAPS(of root: JSONObject, pushType: PushType) -> [PayloadMember] {
        pushType.readBySystem.filter { $0 != "aps" }.compactMap { path in
            root[at: path].map {
                PayloadMember(path: path.names, dictionary: nil, type: .string, value: $0, resembled: nil)
            }
        }
    }
}

extension AppleDictionary {
    /// Returns the documented name, first in this dictionary, that equals `name` but for case, hyphens and underscores.
    package func documentedName(like name: UTF8Text) -> (name: UTF8Text, dictionary: AppleDictionary)? {
        func plain(_ name: UTF8Text) -> [UInt8] {
            name.string.lowercased().utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }
        }
        // The name in UserNotifications; a book uses it in payloads, too.
        let plainName = plain(name).elementsEqual("threadidentifier".utf8) ? plain("thread-id") : plain(name)
        return [self, .aps, .alert].lazy.compactMap { dictionary in
            dictionary.members.first { plain($0.name) == plainName }.map { ($0.name, dictionary) }
        }.first
    }
}

extension PayloadMember {
    /// The values that have not the documented type, with sentences that name no value; a null, and a switch of a wrong type, are
    /// not among them.
    package var typeProblems: [(path: [UTF8Text], problem: String)] {
        switch (type, value) {
        case (_, .null), (.one, .bool), (.isTrue, .bool):
            return []
        case (.strings, .array(let elements)):
            return elements.enumerated().filter { $0.element.stringValue == nil }.map { index, element in
                (path + [UTF8Text(String(index))], "An element of \(name) is a string, not \(element.kindWithArticle)")
            }
        case (.integer, .number(let number)) where number.int == nil:
            let end = number.decimal.exponent >= 0 ? " of 64 bits; this one is too large" : ", without a fraction"
            return [(path, "\(name) is a whole number\(end)")]
        default:
            guard !hasDocumentedType else { return [] }
            return [(path, "\(name) is \(type?.withArticle ?? ""), not \(value.kindWithArticle)")]
        }
    }
}

extension AppleDictionary.ValueType {
    fileprivate func accepts(_ value: JSONValue) -> Bool {
        switch (self, value) {
        case (.string, .string), (.number, .number), (.date, .number), (.one, .number), (.dictionary, .object),
            (.alert, .object), (.alert, .string), (.sound, .object), (.sound, .string), (.isTrue, .bool(true)):
            true
        case (.strings, .array(let elements)): elements.allSatisfy { $0.stringValue != nil }
        case (.integer, .number(let number)): number.int != nil
        default: false
        }
    }

    fileprivate var withArticle: String {
        switch self {
        case .string: "a string"
        case .strings: "an array of strings"
        case .integer: "a whole number"
        case .number: "a number"
        case .date: "a number of seconds"
        case .dictionary: "a dictionary"
        case .one: "the number 1"
        case .isTrue: "the Boolean true"
        case .alert, .sound: "a string or a dictionary"
        }
    }
}

extension JSONValue {
    /// The kind of the value with its article, in Apple's words.
    package var kindWithArticle: String {
        switch self {
        case .null: "null"
        case .array: "an array"
        case .object: "a dictionary"
        case .bool, .number, .string: "a \(kind)"
        }
    }
}
