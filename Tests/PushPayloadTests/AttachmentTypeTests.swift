import PushPayload
import Testing

@Suite("The type of a file by its first bytes")
struct AttachmentTypeTests {
    @Test(
        "a frame of MPEG audio, and the headers of MPEG video, are told from other bytes",
        arguments: [
            ([0xFF, 0xFB, 0x90], .mp3), ([0xFE, 0xFB, 0x90], nil), ([0xFF, 0xFB], nil), ([0xFF, 0xEB, 0x90], nil),
            ([0xFF, 0xFB, 0xF0], nil), ([0xFF, 0xFB, 0x9C], nil), ([0, 0, 1, 0xBA, 0x21], .mpeg),
            ([0, 0, 1, 0xBA, 0x44], .mpeg2Video), ([0, 0, 1, 0xBA], nil),
        ] as [([UInt8], AttachmentType?)])
    func signature(bytes: [UInt8], type: AttachmentType?) { #expect(AttachmentType(signature: bytes) == type) }

    @Test("types with one signature are content of each other, and of no other type")
    func families() {
        #expect(AttachmentType.mpeg4.isContent(of: .mpeg4Audio) && AttachmentType.mpeg.isContent(of: .mpeg2Video))
        #expect(!AttachmentType.mpeg4.isContent(of: .mpeg) && !AttachmentType.mpeg.isContent(of: .mpeg4Audio))
        #expect(!AttachmentType.mpeg4.isContent(of: .png) && !AttachmentType.png.isContent(of: .mpeg4))
    }
}
