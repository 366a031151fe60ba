import CryptoPrimitives
import Foundation
import Platform
import PushPayload
import PushSealer
import StrictJSON
import Testing

@testable import SealedEnvelope

@Suite("Blobs in files")
final class BlobFileTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func path(_ name: String) -> String { folder.appending(path: name).path }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
    }

    private func seal(_ file: [UInt8], type: String = "public.data") throws -> SealedAttachment {
        try Data(file).write(to: folder.appending(path: "file"))
        return try AttachmentSealer.seal(
            fileAt: path("file"), to: path("blob"), url: "https://media.example.com/1", type: type)
    }

    @Test("a file is sealed to a blob and opened to the same file", arguments: [0, 1, 65_536, 200_000])
    func roundTrip(size: Int) throws {
        let file = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let attachment = try seal(file)
        #expect(attachment.size == size)
        try attachment.open(ByteFile(reading: path("blob")), to: path("opened"))
        #expect(try Data(contentsOf: folder.appending(path: "opened")) == Data(file))
        #expect(try names == ["blob", "file", "opened"])
    }

    @Test("a link at the target is replaced, and its target unchanged")
    func link() throws {
        let attachment = try seal([1, 2, 3])
        try Data([9]).write(to: folder.appending(path: "kept"))
        try FileManager.default.createSymbolicLink(atPath: path("opened"), withDestinationPath: "kept")
        try attachment.open(ByteFile(reading: path("blob")), to: path("opened"))
        #expect(try Data(contentsOf: folder.appending(path: "kept")) == Data([9]))
        #expect(
            try FileManager.default.attributesOfItem(atPath: path("opened"))[.type] as? FileAttributeType
                == .typeRegular)
    }

    @Test("nothing is left of a blob that does not open, nor of the file that was there")
    func refused() throws {
        let attachment = try seal([UInt8](repeating: 7, count: 200_000))
        var blob = try Data(contentsOf: folder.appending(path: "blob"))
        blob[blob.count - 1] ^= 1
        try blob.write(to: folder.appending(path: "blob"))
        try Data([9]).write(to: folder.appending(path: "opened"))
        let error = #expect(throws: AttachmentError.self) {
            try attachment.open(ByteFile(reading: path("blob")), to: path("opened"))
        }
        #expect(error?.code == .cannotOpen)
        #expect(try names == ["blob", "file", "opened"])
        #expect(try Data(contentsOf: folder.appending(path: "opened")) == Data([9]))
    }

    @Test("nothing is left of a file with another content than its type")
    func wrongContent() throws {
        let attachment = try seal([UInt8](repeating: 7, count: 100), type: "public.png")
        let error = #expect(throws: AttachmentError.self) {
            try attachment.open(ByteFile(reading: path("blob")), to: path("opened"))
        }
        #expect(error?.code == .wrongContent)
        #expect(try names == ["blob", "file"])
    }

    @Test("length and digest are checked before a blob is opened, from its beginning")
    func check() throws {
        let attachment = try seal([UInt8](repeating: 7, count: 200_000))
        let whole = try Data(contentsOf: folder.appending(path: "blob"))
        let file = try ByteFile(reading: path("blob"))
        try attachment.check(file)
        try attachment.open(file, to: path("opened"))
        var flipped = whole
        flipped[100_000] ^= 1
        for (blob, code) in [(whole.dropLast(), .badSize), (whole + [0], .badSize), (flipped, .badDigest)]
            as [(Data, AttachmentError.Code)]
        {
            try blob.write(to: folder.appending(path: "blob"))
            let error = #expect(throws: AttachmentError.self) { try attachment.check(ByteFile(reading: path("blob"))) }
            #expect(error?.code == code)
        }
    }

    @Test("a name without a folder is one of the current folder")
    func relative() throws {
        let name = "\(UUID().uuidString).blob"
        let file = URL(filePath: FileManager.default.currentDirectoryPath).appending(path: name)
        defer { try? FileManager.default.removeItem(at: file) }
        try Data([1]).write(to: folder.appending(path: "file"))
        let attachment = try AttachmentSealer.seal(
            fileAt: path("file"), to: name, url: "https://media.example.com/1", type: "public.data")
        try attachment.check(ByteFile(reading: file.path))
    }

    @Test(
        "an unfinished blob is in the folder of the finished one, which may be on another disk",
        .enabled(if: FileManager.default.isWritableFile(atPath: "/dev/shm"), "this system has no disk in memory"))
    func otherDisk() throws {
        let blob = "/dev/shm/\(UUID().uuidString).blob"
        defer { try? FileManager.default.removeItem(atPath: blob) }
        try Data([1]).write(to: folder.appending(path: "file"))
        let attachment = try AttachmentSealer.seal(
            fileAt: path("file"), to: blob, url: "https://media.example.com/1", type: "public.data")
        try attachment.check(ByteFile(reading: blob))
    }

    @Test("a file that cannot be read, and a folder that is not there, are unavailable")
    func unavailable() throws {
        let attachment = try seal([1])
        for (file, blob) in [("none", "blob"), ("", "blob"), ("file", "none/blob")] {
            let error = #expect(throws: AttachmentError.self) {
                try AttachmentSealer.seal(
                    fileAt: path(file), to: path(blob), url: attachment.url, type: attachment.type)
            }
            #expect(error?.code == .unavailable)
        }
        #expect(try names == ["blob", "file"])
    }
}
