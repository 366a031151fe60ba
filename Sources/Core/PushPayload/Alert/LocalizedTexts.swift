import StrictJSON

/// Keys into the app's `Localizable.strings` instead of texts, and the arguments for their placeholders.
///
/// The dictionary form of a Live Activity, `"title": {"loc-key": …, "loc-args": …}`, is read, and written if it exists.
extension Alert {
    /// The key for the title, `title-loc-key`.
    public var titleLocKey: String? {
        get { self[key: "title", flat: "title-loc-key"] }
        set { self[key: "title", flat: "title-loc-key"] = newValue }
    }

    /// The arguments for the title, `title-loc-args`.
    public var titleLocArgs: [String]? {
        get { self[arguments: "title", flat: "title-loc-args"] }
        set { self[arguments: "title", flat: "title-loc-args"] = newValue }
    }

    /// The key for the subtitle, `subtitle-loc-key`.
    public var subtitleLocKey: String? {
        get { self[key: "subtitle", flat: "subtitle-loc-key"] }
        set { self[key: "subtitle", flat: "subtitle-loc-key"] = newValue }
    }

    /// The arguments for the subtitle, `subtitle-loc-args`.
    public var subtitleLocArgs: [String]? {
        get { self[arguments: "subtitle", flat: "subtitle-loc-args"] }
        set { self[arguments: "subtitle", flat: "subtitle-loc-args"] = newValue }
    }

    /// The key for the body, `loc-key`.
    public var locKey: String? {
        get { self[key: "body", flat: "loc-key"] }
        set { self[key: "body", flat: "loc-key"] = newValue }
    }

    /// The arguments for the body, `loc-args`.
    public var locArgs: [String]? {
        get { self[arguments: "body", flat: "loc-args"] }
        set { self[arguments: "body", flat: "loc-args"] = newValue }
    }

    private subscript(key text: String, flat flat: String) -> String? {
        get { members[string: flat] ?? members[text]?.objectValue?[string: "loc-key"] }
        set { write(newValue.map(JSONValue.string), as: "loc-key", of: text, flat: flat) }
    }

    private subscript(arguments text: String, flat flat: String) -> [String]? {
        get { members[strings: flat] ?? members[text]?.objectValue?[strings: "loc-args"] }
        set { write(newValue.map { .array($0.map(JSONValue.string)) }, as: "loc-args", of: text, flat: flat) }
    }

    private mutating func write(_ value: JSONValue?, as nested: String, of text: String, flat: String) {
        let isNested = members[text]?.objectValue != nil
        members[at: isNested ? PayloadPath(names: text, nested) : PayloadPath(names: flat)] = value
    }
}
