public import StrictJSON

/// Commands of a sealed payload to the device, about notifications that it has delivered before: a message was read on
/// another device, or was edited.
///
/// They are the member `sealedpush` of the payload, next to `aps`:
///
///     "sealedpush": {
///       "remove": {"threads": ["jane"]},
///       "replace": {"matching": {"message": [7]}, "alert": {"title": "Jane", "body": "At eight"}}
///     }
///
/// A `SealedNotificationService` carries them out if they were in an envelope that opened and authenticates its sender.
public struct NotificationCommands: Sendable, Hashable {
    /// The name of the member that holds the commands; the sealer refuses to make it visible.
    public static let memberName = "sealedpush"

    /// The new texts of delivered notifications.
    public struct Replacement: Sendable, Hashable {
        /// The notifications that change.
        public var selection: NotificationSelection
        /// The alert whose texts they show.
        public var alert: Alert

        /// Creates a replacement.
        public init(_ selection: NotificationSelection, with alert: Alert) {
            self.selection = selection
            self.alert = alert
        }
    }

    /// The notifications to remove.
    public var remove: NotificationSelection?
    /// The notifications whose texts are replaced; one that is also removed is not shown again.
    public var replace: Replacement?

    /// Creates commands.
    public init(remove: NotificationSelection? = nil, replace: Replacement? = nil) {
        self.remove = remove
        self.replace = replace
    }

    /// Reads commands, beside which ``Payload/attachments`` may stand; nil if another member is unknown or has another type, if a name is empty, or if a new alert has no text, so
    /// that a device never carries out a part of them.
    public init?(json: JSONValue) {
        guard let members = json.objectValue else { return nil }
        for member in members {
            switch member.name {
            case "remove":
                guard let selection = member.value.objectValue.flatMap(NotificationSelection.init) else { return nil }
                remove = selection
            case "replace":
                guard var command = member.value.objectValue, let alert = command["alert"].flatMap(Alert.init(json:)),
                    alert.hasText
                else { return nil }
                command["alert"] = nil
                guard let selection = NotificationSelection(command) else { return nil }
                replace = Replacement(selection, with: alert)
            case UTF8Text(Payload.attachmentsName): break
            default: return nil
            }
        }
    }

    /// The commands as the member's value.
    public var json: JSONValue {
        var members = JSONObject()
        members["remove"] = (remove?.members).map(JSONValue.object)
        if let replace {
            var command = replace.selection.members
            command["alert"] = replace.alert.json
            members["replace"] = .object(command)
        }
        return .object(members)
    }
}

/// A selection of delivered notifications: those with one of the identifiers, in one of the threads, or with a matching member.
public struct NotificationSelection: Sendable, Hashable {
    /// The identifiers of requests: the `apns-collapse-id` of a push, which is sent in the clear.
    ///
    /// The provider does not know the identifier of a push without one.
    public var identifiers: [UTF8Text]
    /// The `thread-id`s of the notifications that are shown.
    ///
    /// Only those are selected that were delivered before the commands were sealed, or in the minute after.
    public var threads: [UTF8Text]
    /// The values of members next to `aps`: `["message": [7, 8]]` selects the payloads whose `message` is 7 or 8.
    ///
    /// Each value is an array of strings and whole numbers.
    public var matching: JSONObject

    /// Creates a selection.
    public init(identifiers: [String] = [], threads: [String] = [], matching: JSONObject = [:]) {
        self.identifiers = identifiers.map { UTF8Text($0) }
        self.threads = threads.map { UTF8Text($0) }
        self.matching = matching
    }

    /// Reads a selection; nil if a member is unknown or has another type, or if an identifier, a thread or a name is empty.
    init?(_ members: JSONObject) {
        self.init()
        for member in members {
            switch member.name {
            case "identifiers":
                guard let texts = members[strings: "identifiers"], !texts.contains("") else { return nil }
                identifiers = texts.map { UTF8Text($0) }
            case "threads":
                guard let texts = members[strings: "threads"], !texts.contains("") else { return nil }
                threads = texts.map { UTF8Text($0) }
            case "matching":
                guard let object = member.value.objectValue, object.allSatisfy(\.holdsStringsAndIntegers) else {
                    return nil
                }
                matching = object
            default: return nil
            }
        }
    }

    var members: JSONObject {
        var members = JSONObject()
        if !identifiers.isEmpty { members[strings: "identifiers"] = identifiers.map(\.string) }
        if !threads.isEmpty { members[strings: "threads"] = threads.map(\.string) }
        if !matching.isEmpty { members["matching"] = .object(matching) }
        return members
    }

    /// Whether a notification is selected; numbers are compared by their value.
    ///
    /// `thread` is nil for a notification that no thread selects.
    package func selects(identifier: UTF8Text, thread: UTF8Text?, payload: JSONObject) -> Bool {
        identifiers.contains(identifier)
            || thread.map(threads.contains) == true
            || matching.contains { member in
                guard let value = payload[member.name.string] else { return false }
                return (member.value.arrayValue ?? []).contains { wanted in
                    if let number = wanted.numberValue?.int { return value.numberValue?.int == number }
                    return wanted == value
                }
            }
    }
}

extension JSONObject.Member {
    fileprivate var holdsStringsAndIntegers: Bool {
        guard name != "" else { return false }
        return value.arrayValue?.allSatisfy { $0.stringValue != nil || $0.numberValue?.int != nil } ?? false
    }
}

extension Payload {
    /// The commands to the device; nil without the member `sealedpush`, and for one that a device does not carry out.
    public var commands: NotificationCommands? {
        get { hasCommands ? root[NotificationCommands.memberName].flatMap(NotificationCommands.init(json:)) : nil }
        set {
            var members = newValue?.json.objectValue
            if let attachments = root[NotificationCommands.memberName]?.objectValue?[Self.attachmentsName] {
                members = members ?? [:]
                members?[Self.attachmentsName] = attachments
            }
            root[NotificationCommands.memberName] = members.map(JSONValue.object)
        }
    }
}
