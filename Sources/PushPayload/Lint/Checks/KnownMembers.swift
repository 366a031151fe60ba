import StrictJSON

/// What a member of Apple's is.
enum MemberShape {
    case text, texts, whole, number, date, dictionary, one, isTrue, alert, sound

    var expectation: String {
        switch self {
        case .text: "a string"
        case .texts: "an array of strings"
        case .whole: "a whole number"
        case .number: "a number"
        case .date: "a number of seconds"
        case .dictionary: "a dictionary"
        case .one: "the number 1"
        case .isTrue: "the Boolean true"
        case .alert, .sound: "a string or a dictionary"
        }
    }
}

/// A few names and a value for each; names are compared by their UTF-8 bytes.
struct KnownValues<Value: Sendable>: Sendable {
    private let entries: [(name: String, value: Value)]

    init(_ values: KeyValuePairs<String, Value>) {
        entries = values.map { ($0.key, $0.value) }
    }

    var names: [String] { entries.map(\.name) }

    subscript(name: String) -> Value? {
        entries.first { $0.name.hasSameBytes(as: name) }?.value
    }
}

/// Apple's keys and the shapes of their values (Apple, Generating a remote notification, tables 1 to 3).
enum KnownMembers {
    static let aps = KnownValues<MemberShape>([
        "alert": .alert, "badge": .whole, "sound": .sound, "thread-id": .text, "category": .text,
        "content-available": .one, "mutable-content": .one, "target-content-id": .text, "interruption-level": .text,
        "relevance-score": .number, "filter-criteria": .text, "url-args": .texts, "content-changed": .isTrue,
        "timestamp": .date, "event": .text, "content-state": .dictionary, "attributes-type": .text,
        "attributes": .dictionary, "stale-date": .date, "dismissal-date": .date, "input-push-token": .one,
        "input-push-channel": .text,
    ])

    /// The keys of `aps` that only a Live Activity has.
    static let liveActivity = [
        "timestamp", "event", "content-state", "attributes-type", "attributes", "stale-date", "dismissal-date",
        "input-push-token", "input-push-channel",
    ]

    static let alert = KnownValues<MemberShape>([
        "title": .text, "subtitle": .text, "body": .text, "launch-image": .text, "title-loc-key": .text,
        "title-loc-args": .texts, "subtitle-loc-key": .text, "subtitle-loc-args": .texts, "loc-key": .text,
        "loc-args": .texts, "action": .text, "action-loc-key": .text, "summary-arg": .text,
        "summary-arg-count": .whole,
    ])

    /// Apple's text form of a text: a key and its arguments in a dictionary.
    static let localizedText = KnownValues<MemberShape>(["loc-key": .text, "loc-args": .texts])

    static let sound = KnownValues<MemberShape>(["critical": .one, "name": .text, "volume": .number])

    /// The keys of pushes that a current app gets no more, and what became of them.
    static let legacy = KnownValues<String>([
        "action": "Safari", "action-loc-key": "Safari", "url-args": "Safari", "summary-arg": "iOS 12 to 14",
        "summary-arg-count": "iOS 12 to 14",
    ])

    /// The key of Apple's that a name is another spelling of.
    static func correction(of name: String, in known: KnownValues<MemberShape>) -> String? {
        let plain = plain(name)
        if plain == "threadidentifier" { return known["thread-id"].map { _ in "thread-id" } }
        return known.names.first { $0 != name && Self.plain($0) == plain }
    }

    private static func plain(_ name: String) -> String {
        String(
            decoding: name.lowercased().utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") },
            as: UTF8.self)
    }
}

extension APS {
    /// Returns whether Apple documents a member of `aps`, or of a dictionary in it, by this name.
    package static func isDocumented(_ name: String) -> Bool {
        KnownMembers.aps[name] != nil || KnownMembers.alert[name] != nil || KnownMembers.sound[name] != nil
    }

    /// Returns whether the members of this dictionary in `aps` are the app's own.
    package static func holdsAppsOwnMembers(_ name: String) -> Bool {
        ["content-state", "attributes"].contains { $0.utf8.elementsEqual(name.utf8) }
    }
}
