import Foundation
import PushPayload
import PushSealer
import SealedEnvelope
import StrictJSON
import Testing

@Suite("Attachments of a sealed push")
struct AttachmentSealerTests {
    private static let url = "https://media.example.com/7Qm2"

    private func attachment(thumbnail: Int? = nil) throws -> SealedAttachment {
        var sealer = try AttachmentSealer()
        _ = try sealer.update([1, 2, 3])
        let thumbnail = thumbnail.map { [UInt8](repeating: 0xff, count: $0) }
        return try sealer.finish(url: Self.url, type: "public.jpeg", thumbnail: thumbnail).attachment
    }

    @Test("a file may be as large as Apple's largest, and not a byte larger")
    func largest() throws {
        func sealer() throws -> AttachmentSealer {
            var sealer = try AttachmentSealer()
            let part = [UInt8](repeating: 0, count: 1_000_000)
            for _ in 0..<50 { _ = try sealer.update(part) }
            return sealer
        }
        let error = #expect(throws: AttachmentError.self) {
            var full = try sealer()
            _ = try full.update([0])
        }
        #expect(error?.code == .tooLarge)
        let attachment = try sealer().finish(url: "https://a/", type: "public.avi").attachment
        #expect(attachment.size == 50_000_000)
    }

    @Test("bytes that come in parts give a blob in parts, which opens as a file's does")
    func stream() throws {
        let file = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 17) }
        var sealer = try AttachmentSealer()
        var blob: [UInt8] = []
        for start in stride(from: 0, to: file.count, by: 10_000) {
            let part = try sealer.update(Array(file[start..<start + 10_000]))
            #expect(part.count <= 10_000 + 65_552)
            blob += part
        }
        let (rest, attachment) = try sealer.finish(url: Self.url, type: "public.data")
        blob += rest
        #expect(attachment.size == 200_000 && attachment.url == Self.url && attachment.type == "public.data")
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (input, output) = (folder.appending(path: "file"), folder.appending(path: "blob"))
        try Data(file).write(to: input)
        let other = try AttachmentSealer.seal(fileAt: input.path, to: output.path, url: Self.url, type: "public.data")
        #expect(other.size == attachment.size)
        // Each blob has a key of its own.
        #expect(try Data(contentsOf: output).count == blob.count && Data(contentsOf: output) != Data(blob))
    }

    @Test(
        "a descriptor is content: it counts in the byte budget and is not in the clear",
        arguments: SealingSuite.allCases)
    func budget(suite: SealingSuite) throws {
        var payload = Payload(alert: Alert(title: "Photo"))
        let before = try ByteBudget(of: payload, suite: suite)
        payload.attachments = [try attachment(thumbnail: 300)]
        let after = try ByteBudget(of: payload, suite: suite)
        let member = payload["sealedpush"].map { $0.serialized().count } ?? 0
        #expect(after.contentByteCount - before.contentByteCount == member + #","sealedpush":"#.utf8.count)
        let push = try Sealing.seal(payload, in: suite)
        #expect(!String(decoding: push.body, as: UTF8.self).contains("sealedpush"))
    }

    @Test("attachments that no device accepts are not sealed")
    func invalid() throws {
        var payload = Payload(alert: Alert(title: "Photo"))
        payload["sealedpush"] = ["attachments": [["url": "https://media.example.com/1"]]]
        let error = #expect(throws: SealError.self) { try Sealing.seal(payload, in: .hpkeAuth) }
        #expect(error?.code == .invalidPayload)
        payload.attachments = [try attachment(), try attachment()]
        _ = try Sealing.seal(payload, in: .hpkeAuth)
    }

    @Test("four attachments with the longest thumbnail do not fit")
    func tooLarge() throws {
        var payload = Payload(alert: Alert(title: "Photo"))
        payload.attachments = try (0..<4).map { _ in try attachment(thumbnail: 1_125) }
        let error = #expect(throws: SealError.self) { try Sealing.seal(payload, in: .hpkeAuth) }
        #expect(error?.code == .tooLarge)
    }
}
