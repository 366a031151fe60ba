public import Platform
public import StrictJSON

/// A device's report to its provider about a key that a push named: its standing, and the action to take.
///
/// It holds no secret, and nothing in it is to be believed blindly: a provider asks its own keyring with
/// ``Keyring/action(on:)``, and takes in a new key by an enrolment only.
public struct KeyReport: KeyMessage, Hashable {
    /// The kind of the message: `key-report-v1`.
    public static let kind = "key-report-v1"

    /// The key of the push that the report is about.
    public enum Subject: String, Sendable {
        /// The device's key that the push was sealed to.
        case recipient
        /// The provider's key that the push was sealed by.
        case sender
    }

    /// The standing of a key on the device.
    public enum Standing: String, Sendable {
        /// It is the one in use.
        case current
        /// It opens, and a newer one is preferred.
        case superseded
        /// It opens until its grace ends.
        case retiring
        /// Its grace has ended.
        case ended
        /// It was revoked.
        case revoked
        /// The device has never had it, or not yet.
        case unknown
    }

    /// An action for the provider.
    public enum Action: String, Sendable {
        /// Nothing.
        case ignore
        /// Move to the key that is current, by a new enrolment or a new pin; pushes may be lost until then.
        case update
        /// Seal with a key that the device has pinned, and let it pin the published set: it has not learned of this key yet.
        case wait
        /// Enrol the device again; its registration stays until the new key is confirmed.
        case reRegister = "re-register"
    }

    /// The key of the push that the report is about.
    public let subject: Subject
    /// The key, as the push named it.
    public let key: KeyID
    /// The key's standing on the device.
    public let standing: Standing
    /// The action for the provider.
    public let action: Action
    /// The key that is current on the device, where there is one.
    public let current: Thumbprint?
    /// When the key's grace ends or ended.
    public let until: Date?
    /// The version of the provider's published set that the device has pinned, in a report about the sender.
    public let pinnedVersion: Int?
    /// When the report was made, to the second by the device's clock.
    public let time: Date
}

extension KeyReport {
    /// Takes the members of a message of this kind.
    ///
    /// - Throws: ``KeyError`` with `malformed`, also for an action that does not follow from the standing.
    public init(members: JSONObject) throws(KeyError) {
        func word<Word: RawRepresentable<String>>(_ name: String) throws(KeyError) -> Word {
            guard let word = members[name]?.stringValue.flatMap(Word.init(rawValue:)) else {
                throw KeyError(.malformed, "member \"\(name)\" of the report is not one of its values")
            }
            return word
        }
        guard let key = members["key"]?.stringValue.flatMap(KeyID.init(hexadecimal:)),
            let time = try members.unixTime("at", of: "the report")
        else {
            throw KeyError(.malformed, "the report names no key and no time")
        }
        self.init(
            subject: try word("about"), key: key, standing: try word("standing"),
            current: try members.optionalThumbprint("current"), pinnedVersion: try members.pinnedVersion,
            until: try members.unixTime("until", of: "the report"), time: time)
        let named: Action = try word("action")
        try check(
            named == action, .malformed,
            "the report's action is \(named.rawValue), expected \(action.rawValue), which follows from its standing")
    }

    /// Makes a report, whose action follows from the standing.
    init(
        subject: Subject, key: KeyID, standing: Standing, current: Thumbprint?, pinnedVersion: Int?, until: Date?,
        time: Date
    ) {
        (self.subject, self.key, self.standing, self.current) = (subject, key, standing, current)
        (self.pinnedVersion, self.until, self.time) = (pinnedVersion, until, time)
        action =
            switch (standing, subject) {
            case (.current, _), (.revoked, .sender): .ignore
            case (.unknown, .sender): .wait
            case (.unknown, .recipient): .reRegister
            case (.superseded, _), (.retiring, _), (.ended, _), (.revoked, .recipient):
                current == nil && subject == .recipient ? .reRegister : .update
            }
    }

    /// The members beside the kind.
    public var members: JSONObject {
        var members: JSONObject = [
            "about": .string(subject.rawValue), "key": .string(key.description),
            "standing": .string(standing.rawValue), "action": .string(action.rawValue),
        ]
        members["current"] = current.map { .string($0.description) }
        members.setPinnedVersion(pinnedVersion)
        members["until"] = until.map { .number(JSONNumber($0.unixTime)) }
        members["at"] = .number(JSONNumber(time.unixTime))
        return members
    }
}
