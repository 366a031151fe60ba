import CryptoPrimitives
import Foundation
import Platform
import PushPayload
import PushSealer
import StrictJSON
import Testing

@testable import SealedEnvelope

@Suite("Blobs")
struct BlobTests {
    @Test("the vectors are all read")
    func counts() {
        #expect(AttachmentVectors.blobs.count == 10)
        #expect(AttachmentVectors.descriptors.count == 27)
        #expect(AttachmentVectors.refusals.count == 42)
    }

    @Test("a file is sealed to the bytes of the reference, in parts of any size", arguments: AttachmentVectors.blobs)
    func sealing(vector: BlobVector) throws {
        let expected = try #require(SealedAttachment(json: .object(vector.descriptor)))
        #expect(EnvelopeText.encode(SHA256.digest(of: vector.file.span)) == vector.fileDigest)
        for partSize in [7_919, 65_536, 1 << 20] {
            var sealer = try AttachmentSealer(randomness: vector.randomness)
            var blob: [UInt8] = []
            for start in stride(from: 0, to: vector.file.count, by: partSize) {
                blob += try sealer.update(Array(vector.file[start...].prefix(partSize)))
            }
            let (rest, attachment) = try sealer.finish(
                url: expected.url, type: expected.type, thumbnail: expected.thumbnailBytes)
            blob += rest
            #expect(blob.count == vector.blobByteCount)
            #expect(blob.count == Blob.byteCount(ofFile: vector.file.count))
            #expect(attachment == expected)
            #expect(EnvelopeText.encode(SHA256.digest(of: blob.span)) == attachment.digest)
            #expect(try opened(blob, attachment, partSize: partSize) == vector.file)
        }
    }

    @Test(
        "a blob that is not its descriptor's is refused by the first check that fails",
        arguments: AttachmentVectors.refusals.filter {
            ["badSize", "badDigest", "cannotOpen", "wrongContent"].contains($0.code)
        })
    func refusals(vector: RefusalVector) throws {
        let base = try #require(AttachmentVectors.blobs.first { $0.testDescription == "photo" })
        let (blob, json) = try vector.changed(base)
        let attachment = try #require(SealedAttachment(json: .object(json)))
        for partSize in [1_000, 1 << 20] {
            let error = #expect(throws: AttachmentError.self) {
                try opened(blob, attachment, partSize: partSize)
            }
            #expect(error?.code.rawValue == vector.code)
        }
    }

    @Test("a blob with a byte too many or too few is refused while it comes, and when it is opened")
    func length() throws {
        var sealer = try AttachmentSealer()
        #expect(try sealer.update([1, 2, 3]).isEmpty)
        let (blob, attachment) = try sealer.finish(url: "https://a/", type: "public.data")
        func code(_ body: () throws -> Void) -> AttachmentError.Code? {
            #expect(throws: AttachmentError.self, performing: body)?.code
        }
        var digest = try BlobDigest(of: attachment)
        try digest.update(blob.slice)
        let more = #expect(throws: AttachmentError.self) { try digest.update([0]) }
        #expect(more?.code == .badSize && more?.reason == "expected a blob of 16400 bytes, found more")
        var short = try BlobDigest(of: attachment)
        try short.update(blob.dropLast())
        let fewer = #expect(throws: AttachmentError.self) { try short.finish() }
        #expect(fewer?.code == .badSize && fewer?.reason == "expected a blob of 16400 bytes, found 16399")
        var opener = try BlobOpener(of: attachment)
        #expect(code { try opener.finish() } == .badSize)
        try opener.update(blob.dropLast()) { _ in }
        #expect(code { try opener.finish() } == .badSize)
        try opener.update(blob.suffix(1)) { _ in }
        #expect(code { try opener.update([0]) { _ in } } == .badSize)
        try opener.finish()
    }

    @Test("a descriptor is read exactly in its form", arguments: AttachmentVectors.descriptors)
    func descriptors(vector: DescriptorVector) {
        let attachment = SealedAttachment(json: vector.descriptor)
        #expect((attachment != nil) == vector.isAccepted)
        if let attachment { #expect(attachment.json == vector.descriptor) }
    }

    @Test(
        "a file is padded to PADMÉ, computed by hand",
        arguments: [
            (0, 16_384), (1, 16_384), (16_384, 16_384), (16_385, 17_408), (65_536, 65_536), (65_537, 67_584),
            (200_000, 200_704), (10_485_760, 10_485_760), (10_485_761, 10_747_904),
        ])
    func padding(byteCount: Int, padded: Int) {
        #expect(Blob.paddedByteCount(of: byteCount) == padded)
        #expect(Double(padded) <= 1.12 * Double(max(byteCount, 16_384)))
    }

    @Test("a file of more than 50 MB has no blob")
    func limits() throws {
        #expect(Blob.byteCount(ofFile: 50_000_000) != nil)
        #expect(Blob.byteCount(ofFile: 50_000_001) == nil)
        #expect(Blob.byteCount(ofFile: -1) == nil)
        #expect(Blob.byteCount(ofFile: .max) == nil)
    }

    @Test(
        "what no device accepts is not sealed",
        arguments: [
            ("http://media.example.com/1", "public.jpeg", 3, nil, .invalidDescriptor),
            ("https://jane@media.example.com/1", "public.jpeg", 3, nil, .invalidDescriptor),
            ("https://media.example.com/1", "", 3, nil, .invalidDescriptor),
            ("https://media.example.com/1", "public.jpeg", 3, 0, .invalidDescriptor),
            ("https://media.example.com/1", "public.jpeg", 3, 1_126, .invalidDescriptor),
            ("https://media.example.com/1", "public.mp3", 5_000_001, nil, .tooLarge),
            ("https://media.example.com/1", "public.jpeg", 10_000_001, nil, .tooLarge),
        ] as [(String, String, Int, Int?, AttachmentError.Code)])
    func unsealable(url: String, type: String, size: Int, thumbnail: Int?, code: AttachmentError.Code) throws {
        let error = #expect(throws: AttachmentError.self) {
            var sealer = try AttachmentSealer()
            _ = try sealer.update([UInt8](repeating: 1, count: size))
            _ = try sealer.finish(
                url: url, type: type, thumbnail: thumbnail.map { [UInt8](repeating: 1, count: $0) })
        }
        #expect(error?.code == code)
    }

    @Test("two blobs of one file have different keys")
    func keys() throws {
        let attachments = try (0..<2).map { _ in
            try AttachmentSealer().finish(url: "https://media.example.com/", type: "public.jpeg").attachment
        }
        #expect(attachments[0].key != attachments[1].key)
        #expect(attachments[0].digest != attachments[1].digest)
    }

    @Test("a description of a descriptor shows neither its key nor its address")
    func description() throws {
        let vector = try #require(AttachmentVectors.blobs.first)
        let attachment = try #require(SealedAttachment(json: .object(vector.descriptor)))
        var dumped = ""
        dump(attachment, to: &dumped)
        for text in ["\(attachment)", String(reflecting: attachment), dumped] {
            #expect(!text.contains(attachment.key) && !text.contains(attachment.url))
        }
    }

    private func opened(_ blob: [UInt8], _ attachment: SealedAttachment, partSize: Int) throws -> [UInt8] {
        var (digest, opener) = (try BlobDigest(of: attachment), try BlobOpener(of: attachment))
        let parts = stride(from: 0, to: blob.count, by: partSize).map { blob[$0...].prefix(partSize) }
        for part in parts { try digest.update(part) }
        try digest.finish()
        var file: [UInt8] = []
        for part in parts {
            try opener.update(part) { (bytes: Span<UInt8>) in for index in bytes.indices { file.append(bytes[index]) } }
        }
        try opener.finish()
        return file
    }
}
