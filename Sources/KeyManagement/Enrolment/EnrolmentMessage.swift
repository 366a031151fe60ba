import CryptoPrimitives
import StrictJSON

/// The common form of the three messages of an enrolment: one JSON object that says its kind, at most 4096 bytes.
struct EnrolmentMessage {
    static let maximumByteCount = 4096

    /// The members, the kind among them.
    let members: JSONObject

    /// Makes a message of a kind.
    init(_ kind: String, _ members: JSONObject) {
        var object: JSONObject = ["sealedpush": .string(kind)]
        for member in members { object[member.name] = member.value }
        self.members = object
    }

    /// Reads a message of a kind; members that this version does not know are left alone.
    ///
    /// - Throws: ``KeyError`` with `malformed`, `truncated`, `duplicate` or `tooLarge`.
    init(_ kind: String, parsing bytes: [UInt8]) throws(KeyError) {
        do throws(JSONError) {
            let limits = JSONLimits(maximumByteCount: Self.maximumByteCount, maximumDepth: 8)
            members = try JSONValue(parsing: bytes, limits: limits).objectValue ?? JSONObject()
        } catch {
            throw KeyError(error, in: "the message")
        }
        guard members["sealedpush"] == .string(kind) else {
            throw KeyError(.malformed, "the message is not a JSON object of the kind \(kind)")
        }
    }

    /// The text, on one line.
    func serialized() -> [UInt8] { members.serialized() }

    /// The bytes of a member in base64url.
    func bytes(_ name: String, count: Int) throws(KeyError) -> [UInt8] {
        guard let text = members[name]?.stringValue,
            let bytes = Base64URL.decode(text.utf8.span), bytes.count == count
        else {
            throw KeyError(.malformed, "member \"\(name)\" of the message is not \(count) bytes in base64url")
        }
        return bytes
    }

    /// The thumbprint in a member.
    func thumbprint(_ name: String) throws(KeyError) -> Thumbprint {
        Thumbprint(bytes: try bytes(name, count: SHA256.digestByteCount))
    }
}
