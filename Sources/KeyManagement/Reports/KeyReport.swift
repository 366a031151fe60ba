public import StrictJSON

/// A device's report to its provider about a key that a push named: its standing, and the action to take.
///
/// It holds no secret, and nothing in it is to be believed blindly: a provider asks its own keyring with
/// ``Keyring/action(on:)``, and takes in a new key by an enrolment only.
public struct KeyReport: Sendable, Hashable {
    /// Which key of the push it is about.
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
        /// It is known and opens, and another one is preferred by now.
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
        /// Keep to the key before for now: the device has not yet learned of this one.
        case wait
        /// Forget the registration and enrol the device again.
        case reRegister = "re-register"
    }

    /// Which key of the push it is about.
    public let subject: Subject
    /// The key, as the push named it.
    public let key: KeyID
    /// The key's standing on the device.
    public let standing: Standing
    /// The action for the provider.
    public let action: Action
    /// The key that is current on the device, where there is one.
    public let current: Thumbprint?
    /// When the key's grace ends or ended, in UNIX seconds.
    public let until: UInt32?
    /// When the report was made, in UNIX seconds by the device's clock.
    public let time: UInt32

    private static let kind = "key-report-v1"

    init(
        _ subject: Subject, _ key: KeyID, _ standing: Standing, _ action: Action, current: Thumbprint?,
        until: UInt32? = nil, at time: UInt32
    ) {
        self.subject = subject
        self.key = key
        self.standing = standing
        self.action = action
        self.current = current
        self.until = until
        self.time = time
    }

    /// Reads a report of at most 4096 bytes.
    ///
    /// - Throws: ``KeyError`` with `malformed`.
    public init(parsing bytes: [UInt8]) throws(KeyError) {
        let message = try EnrolmentMessage(Self.kind, parsing: bytes)
        func word<Word: RawRepresentable<String>>(_ name: String) throws(KeyError) -> Word {
            guard let word = message.members[name]?.stringValue.flatMap(Word.init(rawValue:)) else {
                throw KeyError(.malformed, "member \"\(name)\" of the report is not a word that it may be")
            }
            return word
        }
        func seconds(_ name: String) throws(KeyError) -> UInt32? {
            guard let value = message.members[name] else { return nil }
            guard let seconds = value.numberValue?.int.flatMap(UInt32.init(exactly:)) else {
                throw KeyError(.malformed, "member \"\(name)\" of the report is no UNIX time of 32 bits")
            }
            return seconds
        }
        guard let key = message.members["key"]?.stringValue.flatMap(KeyID.init(hexadecimal:)),
            let time = try seconds("at")
        else {
            throw KeyError(.malformed, "the report names no key and no time")
        }
        self.init(
            try word("about"), key, try word("standing"), try word("action"),
            current: message.members.contains("current") ? try message.thumbprint("current") : nil,
            until: try seconds("until"), at: time)
    }

    /// The report as a JSON object.
    public var json: JSONObject {
        var members: JSONObject = [
            "about": .string(subject.rawValue), "key": .string(key.description),
            "standing": .string(standing.rawValue), "action": .string(action.rawValue),
        ]
        if let current { members["current"] = .string(current.description) }
        if let until { members["until"] = .number(JSONNumber(until)) }
        members["at"] = .number(JSONNumber(time))
        return EnrolmentMessage(Self.kind, members).members
    }

    /// The report as text, on one line.
    public func serialized() -> [UInt8] { json.serialized() }
}
