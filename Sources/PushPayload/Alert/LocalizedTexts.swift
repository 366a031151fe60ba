import StrictJSON

/// Keys into the app's `Localizable.strings` instead of texts, and the arguments for their placeholders.
///
/// A Live Activity may also use a dictionary as the title or body, `"title": {"loc-key": …, "loc-args": …}`. That form
/// is read, and written if it already exists.
extension Alert {
    /// The key for the title, `title-loc-key`.
    public var titleLocKey: String? {
        get { key(of: "title", flat: "title-loc-key") }
        set { setKey(of: "title", flat: "title-loc-key", newValue) }
    }

    /// The arguments for the title, `title-loc-args`.
    public var titleLocArgs: [String]? {
        get { arguments(of: "title", flat: "title-loc-args") }
        set { setArguments(of: "title", flat: "title-loc-args", newValue) }
    }

    /// The key for the subtitle, `subtitle-loc-key`.
    public var subtitleLocKey: String? {
        get { key(of: "subtitle", flat: "subtitle-loc-key") }
        set { setKey(of: "subtitle", flat: "subtitle-loc-key", newValue) }
    }

    /// The arguments for the subtitle, `subtitle-loc-args`.
    public var subtitleLocArgs: [String]? {
        get { arguments(of: "subtitle", flat: "subtitle-loc-args") }
        set { setArguments(of: "subtitle", flat: "subtitle-loc-args", newValue) }
    }

    /// The key for the body, `loc-key`.
    public var locKey: String? {
        get { key(of: "body", flat: "loc-key") }
        set { setKey(of: "body", flat: "loc-key", newValue) }
    }

    /// The arguments for the body, `loc-args`.
    public var locArgs: [String]? {
        get { arguments(of: "body", flat: "loc-args") }
        set { setArguments(of: "body", flat: "loc-args", newValue) }
    }

    private func key(of text: String, flat: String) -> String? {
        members.string(flat) ?? members[text]?.objectValue?.string("loc-key")
    }

    private mutating func setKey(of text: String, flat: String, _ value: String?) {
        if var nested = members[text]?.objectValue {
            nested.setString("loc-key", value)
            members[text] = .object(nested)
        } else {
            members.setString(flat, value)
        }
    }

    private func arguments(of text: String, flat: String) -> [String]? {
        members.strings(flat) ?? members[text]?.objectValue?.strings("loc-args")
    }

    private mutating func setArguments(of text: String, flat: String, _ value: [String]?) {
        if var nested = members[text]?.objectValue {
            nested.setStrings("loc-args", value)
            members[text] = .object(nested)
        } else {
            members.setStrings(flat, value)
        }
    }
}
