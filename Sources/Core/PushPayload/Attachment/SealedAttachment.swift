package import StrictJSON

/// The descriptor of a sealed attachment: the address, the key and the digest of a blob (Documentation/attachments.md).
///
/// It is part of a sealed payload, and as secret as that: its key opens the blob.
public struct SealedAttachment: Sendable, Hashable {
    /// The most descriptors that a payload has.
    package static let maximumCount = 4
    /// The most characters of a thumbnail's base64url.
    package static let maximumThumbnailCharacterCount = 1500

    /// The address of the blob.
    public let url: String
    /// The uniform type identifier of the file, `public.jpeg` for example.
    public let type: String
    /// The size of the file in bytes; that of the blob follows from it.
    public let size: Int
    /// The blob's key and digest, each 32 bytes in base64url.
    package let key: String, digest: String
    /// A small JPEG or PNG in base64url, which is shown if the blob is not.
    package let thumbnail: String?

    /// Creates a descriptor; nil for parts that no reader accepts.
    package init?(url: String, key: String, size: Int, digest: String, type: String, thumbnail: String? = nil) {
        guard !url.isEmpty, !type.isEmpty, size >= 0, [key, digest].allSatisfy({ $0.isBase64URL(of: 32) }),
            thumbnail.map({ (1...Self.maximumThumbnailCharacterCount).contains($0.utf8.count) && $0.isBase64URL })
                != false
        else { return nil }
        (self.url, self.key, self.size, self.digest, self.type) = (url, key, size, digest, type)
        self.thumbnail = thumbnail
    }

    /// Reads a descriptor; nil if a member is unknown, missing or has another type, or an encoding is not the canonical one.
    package init?(json: JSONValue) {
        guard let members = json.objectValue, members.count == (members.contains("thumb") ? 6 : 5),
            let url = members[string: "url"], let type = members[string: "type"],
            let key = members[string: "key"], let digest = members[string: "digest"],
            case .number(let number)? = members["size"], number.text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
            let size = Int(number.text),
            !members.contains("thumb") || members[string: "thumb"] != nil
        else { return nil }
        self.init(url: url, key: key, size: size, digest: digest, type: type, thumbnail: members[string: "thumb"])
    }

    package var json: JSONValue {
        var members: JSONObject = [
            "url": .string(url), "key": .string(key), "size": .number(JSONNumber(size)), "digest": .string(digest),
            "type": .string(type),
        ]
        members[string: "thumb"] = thumbnail
        return .object(members)
    }

    /// The lower-case host of a blob's address; nil unless the address is `https://HOST[:PORT]/…` in printable ASCII without user
    /// information and fragment.
    package static func host(of url: String) -> String? {
        let scheme = "https://"
        guard url.utf8.allSatisfy({ 0x21...0x7e ~= $0 && !"\\#<>\"{}|^`".utf8.contains($0) }),
            url.utf8.starts(with: scheme.utf8)
        else { return nil }
        let authority = url.utf8.dropFirst(scheme.utf8.count).prefix {
            $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?")
        }
        let parts = authority.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard let host = parts.first, !host.isEmpty, parts.count <= 2,
            host.allSatisfy({ $0.isAlphanumeric || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }),
            parts.dropFirst().allSatisfy({ (1...5).contains($0.count) && $0.allSatisfy { 0x30...0x39 ~= $0 } })
        else { return nil }
        return String(decoding: host, as: UTF8.self).lowercased()
    }
}

extension SealedAttachment: CustomStringConvertible, CustomReflectable {
    /// The type and the size, without the address and the key.
    public var description: String { "\(type), \(size) bytes" }

    /// The description alone, so that a dump shows no key.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

extension Payload {
    /// The name of the attachments in the member `sealedpush`.
    package static let attachmentsName = "attachments"

    /// The sealed attachments of the payload, one to four, or none; nil for a member that no device accepts.
    public var attachments: [SealedAttachment]? {
        get {
            guard let member = root[NotificationCommands.memberName]?.objectValue?[Self.attachmentsName] else {
                return []
            }
            guard let elements = member.arrayValue, 1...SealedAttachment.maximumCount ~= elements.count else {
                return nil
            }
            let attachments = elements.compactMap(SealedAttachment.init(json:))
            return attachments.count == elements.count ? attachments : nil
        }
        set {
            var members = root[NotificationCommands.memberName]?.objectValue ?? [:]
            members[Self.attachmentsName] = newValue.flatMap { $0.isEmpty ? nil : .array($0.map(\.json)) }
            root[NotificationCommands.memberName] = members.isEmpty ? nil : .object(members)
        }
    }

    /// Whether the member `sealedpush` holds more than attachments: commands, perhaps invalid ones.
    package var hasCommands: Bool {
        guard let member = root[NotificationCommands.memberName] else { return false }
        guard let members = member.objectValue, !members.isEmpty else { return true }
        return members.contains { $0.name != UTF8Text(Self.attachmentsName) }
    }
}

private let base64URL = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

extension String {
    /// Whether the text is unpadded base64url in its one canonical spelling.
    fileprivate var isBase64URL: Bool {
        let digits = utf8.compactMap(base64URL.firstIndex(of:))
        // The bits after the last whole byte are zero.
        guard digits.count == utf8.count, let unused = [0: 1, 2: 16, 3: 4][digits.count % 4] else { return false }
        return (digits.last ?? 0) % unused == 0
    }

    fileprivate func isBase64URL(of byteCount: Int) -> Bool {
        utf8.count == (byteCount * 4 + 2) / 3 && isBase64URL
    }
}
