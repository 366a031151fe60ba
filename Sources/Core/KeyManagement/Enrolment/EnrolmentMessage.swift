import CryptoPrimitives
import StrictJSON

/// The members of a message that this module reads: one JSON object of at most 4096 bytes, whose `sealedpush` is its kind.
struct EnrolmentMessage {
    static let maximumByteCount = 4096

    let members: JSONObject

    /// Parses a message of a kind; members that this version does not know are ignored.
    init(_ kind: String, parsing bytes: [UInt8]) throws(KeyError) {
        let limits = JSONLimits(maximumByteCount: Self.maximumByteCount, maximumDepth: 8)
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: bytes, limits: limits)
        } catch {
            throw KeyError(error, in: "the message", expecting: "a JSON object of the kind \(kind)")
        }
        try self.init(kind, value.objectValue ?? JSONObject())
    }

    init(_ kind: String, _ members: JSONObject) throws(KeyError) {
        self.members = members
        try check(
            members["sealedpush"] == .string(kind), .malformed, "the message is not a JSON object of the kind \(kind)")
    }

    func bytes(_ name: String, count: Int) throws(KeyError) -> [UInt8] {
        guard let text = members[name]?.stringValue, let bytes = Base64URL.decode(ContiguousArray(text.utf8).span),
            bytes.count == count
        else {
            throw KeyError(.malformed, "member \"\(name)\" of the message is not \(count) bytes in base64url")
        }
        return bytes
    }

    func thumbprint(_ name: String) throws(KeyError) -> Thumbprint {
        Thumbprint(bytes: try bytes(name, count: SHA256.digestByteCount))
    }

    /// The thumbprint in a member, or nil without that member.
    func optionalThumbprint(_ name: String) throws(KeyError) -> Thumbprint? {
        members.contains(name) ? try thumbprint(name) : nil
    }
}
