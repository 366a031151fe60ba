import CryptoPrimitives
import Foundation
import PushPayload
import StrictJSON
import Testing

@testable import SealedEnvelope

/// `Fixtures/vectors/attachments.json` (Documentation/attachments.md §4).
enum AttachmentVectors {
    static let blobs = list("blobs").compactMap(BlobVector.init)
    static let descriptors = list("descriptors").compactMap(DescriptorVector.init)
    static let refusals = list("refusals").compactMap(RefusalVector.init)

    private static func list(_ name: String) -> [JSONObject] {
        let fixtures = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Fixtures")
        guard let bytes = try? Data(contentsOf: fixtures.appending(path: "vectors/attachments.json")),
            let root = try? JSONValue(parsing: Array(bytes)).objectValue
        else { return [] }
        return (root[name]?.arrayValue ?? []).compactMap(\.objectValue)
    }
}

struct BlobVector: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let file: [UInt8]
    let fileDigest: String
    let blobByteCount: Int
    let descriptor: JSONObject

    init?(_ json: JSONObject) {
        guard let name = json["name"]?.stringValue, let seed = json["seed"]?.stringValue,
            let size = json["size"]?.numberValue?.int, let prefix = json["prefix"]?.stringValue,
            let digest = json["fileDigest"]?.stringValue, let byteCount = json["blobSize"]?.numberValue?.int,
            let descriptor = json["descriptor"]?.objectValue
        else { return nil }
        (testDescription, fileDigest, blobByteCount, self.descriptor) = (name, digest, byteCount, descriptor)
        let digits = Array(prefix)
        var file = stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
        for index in 0..<UInt32(size / 32 + 1) {
            let block = Array(seed.utf8) + (0..<4).map { UInt8(truncatingIfNeeded: index >> (24 - 8 * $0)) }
            file += SHA256.digest(of: block.span)
        }
        self.file = Array(file.prefix(size))
    }

    /// The key, which a scripted generator gives.
    var randomness: Randomness {
        let key = EnvelopeText.decode(descriptor["key"]?.stringValue ?? "") ?? []
        return Randomness { $0.copyBytes(from: key) }
    }
}

struct DescriptorVector: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let descriptor: JSONValue
    let isAccepted: Bool

    init?(_ json: JSONObject) {
        guard let name = json["name"]?.stringValue, let descriptor = json["descriptor"], let expect = json["expect"]
        else {
            return nil
        }
        (testDescription, self.descriptor, isAccepted) = (name, descriptor, expect.isNull)
    }
}

struct RefusalVector: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let code: String
    private let changes: JSONObject

    init?(_ json: JSONObject) {
        guard let name = json["name"]?.stringValue, let code = json["expect"]?.stringValue else { return nil }
        (testDescription, self.code, changes) = (name, code, json)
    }

    /// Makes the changes to a blob and its descriptor.
    func changed(_ base: BlobVector) throws -> (blob: [UInt8], descriptor: JSONObject) {
        var text = base.file
        text += [UInt8](repeating: 0, count: Blob.paddedByteCount(of: text.count) - text.count)
        if let set = changes["set"]?.objectValue, let offset = set["offset"]?.numberValue?.int {
            text[offset] = UInt8(set["value"]?.numberValue?.int ?? 0)
        }
        let parts = stride(from: 0, to: text.count, by: 65_536).map { text[$0..<min(text.count, $0 + 65_536)] }
        let lasts = integers("last") ?? parts.indices.map { $0 == parts.count - 1 ? 1 : 0 }
        let key = EnvelopeText.decode(base.descriptor["key"]?.stringValue ?? "") ?? []
        let cipher = try Blob.cipher(SecretMemory(copying: key.span))
        let chunks = try parts.indices.map { index in
            var chunk: [UInt8] = []
            let part = parts[index]
            try cipher.seal(part.span, index: UInt64(index), isLast: lasts[index] == 1, appendingTo: &chunk)
            return chunk
        }
        var blob = (integers("order") ?? Array(chunks.indices)).flatMap { chunks[$0] }
        if let offset = changes["flip"]?.numberValue?.int { blob[offset] ^= 1 }
        if let length = changes["length"]?.numberValue?.int {
            blob = Array(blob.prefix(length)) + [UInt8](repeating: 0, count: max(0, length - blob.count))
        }
        var descriptor = base.descriptor
        descriptor["digest"] = .string(EnvelopeText.encode(SHA256.digest(of: blob.span)))
        for member in changes["descriptor"]?.objectValue ?? [:] { descriptor[member.name.string] = member.value }
        return (blob, descriptor)
    }

    private func integers(_ name: String) -> [Int]? { changes[name]?.arrayValue?.compactMap { $0.numberValue?.int } }
}
