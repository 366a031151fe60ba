package import StrictJSON

/// A dictionary in a payload for which Apple documents the members (Generating a remote notification, tables 1 to 3;
/// Starting and updating Live Activities with ActivityKit push notifications).
package enum AppleDictionary: String, Sendable, CaseIterable {
    case aps, alert, sound
    /// The dictionary form of a title or body in the alert of a Live Activity.
    case localizedText

    /// The type that Apple documents for a value.
    package enum ValueType: Sendable {
        case string, strings, integer, number, dictionary
        /// A number of seconds since 1970.
        case date
        /// The number 1; another value has no meaning.
        case one
        /// The Boolean `true`; another value has no meaning.
        case isTrue
        /// A string or a dictionary.
        case alert, sound
    }

    package typealias Member = (name: UTF8Text, type: ValueType)

    package var members: [Member] {
        switch self {
        case .aps: Self.apsMembers
        case .alert: Self.alertMembers
        case .sound: [("critical", .one), ("name", .string), ("volume", .number)]
        case .localizedText: [("loc-key", .string), ("loc-args", .strings)]
        }
    }

    /// The type of the member with this name; nil if Apple documents no such member.
    package subscript(name: UTF8Text) -> ValueType? {
        members.first { $0.name == name }?.type
    }

    /// The members of `aps` that only Live Activity pushes have.
    package static let liveActivityMembers: [Member] = [
        ("timestamp", .date), ("event", .string), ("content-state", .dictionary), ("attributes-type", .string),
        ("attributes", .dictionary), ("stale-date", .date), ("dismissal-date", .date), ("input-push-token", .one),
        ("input-push-channel", .string),
    ]

    private static let apsMembers: [Member] =
        [
            ("alert", .alert), ("badge", .integer), ("sound", .sound), ("thread-id", .string), ("category", .string),
            ("content-available", .one), ("mutable-content", .one), ("target-content-id", .string),
            ("interruption-level", .string), ("relevance-score", .number), ("filter-criteria", .string),
            ("url-args", .strings), ("content-changed", .isTrue),
        ] + liveActivityMembers

    private static let alertMembers: [Member] = [
        ("title", .string), ("subtitle", .string), ("body", .string), ("launch-image", .string),
        ("title-loc-key", .string), ("title-loc-args", .strings), ("subtitle-loc-key", .string),
        ("subtitle-loc-args", .strings), ("loc-key", .string), ("loc-args", .strings), ("action", .string),
        ("action-loc-key", .string), ("summary-arg", .string), ("summary-arg-count", .integer),
    ]
}

extension PayloadPath {
    /// Whether a member can be at the path, by the types that Apple documents; other members can be anything.
    package var mayExist: Bool { may { _ in true } }

    /// Whether a text can be at the path, by the types that Apple documents; other members can be anything.
    package var mayHoldText: Bool { may { [.string, .alert, .sound].contains($0) } }

    private func may(be isAllowed: (AppleDictionary.ValueType) -> Bool) -> Bool {
        guard names[0] == "aps" else { return true }
        var dictionary = AppleDictionary.aps
        var type = AppleDictionary.ValueType.dictionary
        for name in names.dropFirst() {
            switch (dictionary, type) {
            case (_, .alert): dictionary = .alert
            case (_, .sound): dictionary = .sound
            // The title or body of a Live Activity's alert.
            case (.alert, .string): dictionary = .localizedText
            case (.aps, .dictionary): break
            default: return false
            }
            guard let documented = dictionary[name] else { return true }
            if APS.holdsAppsOwnMembers(name) { return names.count > 2 || isAllowed(documented) }
            type = documented
        }
        return isAllowed(type)
    }
}

extension APS {
    /// Returns whether Apple documents a member of `aps`, or of a dictionary in it, by this name.
    package static func isDocumented(_ name: UTF8Text) -> Bool {
        documentedNames.contains(name)
    }

    private static let documentedNames = Set(AppleDictionary.allCases.flatMap(\.members).map(\.name))

    /// Returns whether the members of this dictionary in `aps` are the app's own.
    package static func holdsAppsOwnMembers(_ name: UTF8Text) -> Bool {
        ["content-state", "attributes"].contains(name)
    }
}
