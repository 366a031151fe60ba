public import StrictJSON

/// A device's request for its provider's published set, by which the provider learns what the device has pinned.
///
/// `{"sealedpush":"keys-v1","pinned":17}`, without `pinned` where none is.
public struct KeysRequest: KeyMessage, Hashable {
    /// The kind of the message: `keys-v1`.
    public static let kind = "keys-v1"

    /// The version of the set that the device has pinned.
    public let pinnedVersion: Int?

    /// Makes a request of a device that has pinned a keyring, or none yet.
    public init(pinned: Keyring? = nil) {
        pinnedVersion = pinned?.namedSetVersion
    }

    /// Takes the members of a message of this kind.
    ///
    /// - Throws: ``KeyError`` with `malformed`.
    public init(members: JSONObject) throws(KeyError) {
        pinnedVersion = try members.pinnedVersion
    }

    /// The members beside the kind: the version.
    public var members: JSONObject {
        var members = JSONObject()
        members.setPinnedVersion(pinnedVersion)
        return members
    }
}

extension Keyring {
    /// The version of a pinned set, which messages of the device name.
    var namedSetVersion: Int? { setVersion > 0 ? setVersion : nil }

    /// The version of the provider's published set that the device of this registration has pinned, as it named it last.
    ///
    /// A `Sealer` seals to the device with a key of that set.
    package internal(set) var pinnedVersion: Int? {
        get { otherMembers[JWK.lifeMember]?.objectValue.flatMap { try? $0.pinnedVersion } }
        set {
            var members = otherMembers[JWK.lifeMember]?.objectValue ?? JSONObject()
            members.setPinnedVersion(newValue)
            otherMembers[JWK.lifeMember] = members.isEmpty ? nil : .object(members)
        }
    }
}

extension JSONObject {
    /// The member `pinned`.
    var pinnedVersion: Int? {
        get throws(KeyError) { try setVersion("pinned", of: "the message") }
    }

    mutating func setPinnedVersion(_ version: Int?) {
        self["pinned"] = version.map { .number(JSONNumber($0)) }
    }
}
