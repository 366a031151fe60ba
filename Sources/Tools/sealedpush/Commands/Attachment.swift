import ArgumentParser
import Platform
import PushPayload
import PushSealer
import SealedEnvelope
import StrictJSON

struct Attachment: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Seals a picture, a sound or a video for any host, and opens it.",
        discussion: """
            A payload carries the key of the file, sealed, and the address of its sealed bytes, the blob. A device fetches \
            and shows it in its notification service extension.

              sealedpush attachment seal photo.jpg --url https://media.example.com/1 -o photo.blob
              sealedpush attachment open photo.blob --descriptor member.json -o photo.jpg
            """,
        subcommands: [Seal.self, Open.self])

    func run() throws { throw ValidationError("expected a command: seal or open") }
}

extension Attachment {
    struct Seal: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Seals a file to a blob, and prints the member for the payload.",
            usage: "sealedpush attachment seal <file> --url <url> -o <blob> [<options>]",
            discussion: """
                The printed object belongs into the payload, beside aps, before the payload is sealed. It is secret: its key \
                opens the blob.
                """)

        @Argument(help: "The file.", completion: .file())
        var file: String

        @Option(help: "The address where devices will fetch the blob: https, without user information.")
        var url: String

        @Option(help: ArgumentHelp("The file's uniform type identifier (default: by its content).", valueName: "type"))
        var type: String?

        @Option(file: "A JPEG or PNG of at most 1125 bytes, shown if the blob cannot be.")
        var thumb: String?

        @Option(name: .shortAndLong, help: ArgumentHelp("The blob.", valueName: "blob"), completion: .file())
        var output: String

        func run() throws {
            InputFiles.insert(path: file)
            let thumbnail = try thumb.map { try InputSource(path: $0).read(hint: "a thumbnail is a JPEG or PNG").bytes }
            try OutputFile(path: output).requireFile()
            let type = try type ?? detectedType()
            var payload = Payload(JSONObject())
            payload.attachments = [
                try Interruption.held { () throws(AttachmentError) in
                    try AttachmentSealer.seal(fileAt: file, to: output, url: url, type: type, thumbnail: thumbnail)
                }
            ]
            try OutputTarget(path: nil).write(report: .object(payload.root))
        }

        private func detectedType() throws -> String {
            var beginning: [UInt8] = []
            try SealedAttachment.withFiles { _ = try ByteFile(reading: file).read(into: &beginning) }
            guard let type = AttachmentType(signature: beginning) else {
                throw Failure("the content of \(file) is of no type that Apple lists for attachments; expected --type")
            }
            return type.rawValue
        }
    }

    struct Open: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Opens a blob: its length, digest, chunks, padding and first bytes are checked.",
            usage: "sealedpush attachment open <blob> --descriptor <file> -o <file>",
            discussion: """
                The descriptor is what 'attachment seal' printed, or a payload with one attachment. The output has its name \
                only after the last check, and is readable for its owner only.
                """)

        @Argument(help: "The blob.", completion: .file())
        var blob: String

        @Option(
            help: ArgumentHelp("The member with the descriptor; - for standard input.", valueName: "file"),
            completion: .file())
        var descriptor: String

        @Option(name: .shortAndLong, help: ArgumentHelp("The opened file.", valueName: "file"), completion: .file())
        var output: String

        func run() throws {
            InputFiles.insert(path: blob)
            let input = try InputSource(path: descriptor).read(hint: "a descriptor is what 'attachment seal' prints")
            guard let attachment = try input.payload().attachments, attachment.count == 1,
                let attachment = attachment.first
            else { throw Failure("\(input.name) holds no single attachment; expected what 'attachment seal' prints") }
            try OutputFile(path: output).requireFile()
            try Interruption.held { () throws(AttachmentError) in
                let path = blob
                let blob = try SealedAttachment.withFiles { try ByteFile(reading: path) }
                try attachment.check(blob)
                try attachment.open(blob, to: output)
            }
        }
    }
}
