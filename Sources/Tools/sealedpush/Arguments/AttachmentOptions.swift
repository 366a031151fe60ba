#if canImport(ExtensionHost)
import ArgumentParser
import ExtensionHost
import Foundation
import Platform
import PushPayload
import SealedEnvelope
import UserNotifications

/// The sealed attachments of `sealedpush deliver`: where their blobs are, and where those that are shown are saved.
struct AttachmentOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Fetch the blobs of this host from a folder, where each has the last part of its address as name; may be repeated.",
            valueName: "host=dir"),
        transform: BlobFolder.init)
    var blobs: [BlobFolder] = []

    @Option(folder: "Show sealed attachments, and save those that are shown in this folder.")
    var save: String?

    func validate() throws {
        guard blobs.isEmpty || save != nil else { throw ValidationError("--blobs needs --save") }
    }

    /// The policy of the built-in extension; nil if it shows no attachments.
    func policy() throws -> AttachmentPolicy? {
        guard let save else { return nil }
        guard try InputSource.isFolder(save) else { throw Failure("\(save) is not a folder") }
        var policy = AttachmentPolicy(
            hosts: blobs.map(\.host), types: AttachmentType.allCases.map(\.rawValue),
            fetcher: BlobFolders(folders: blobs))
        policy.folder = FileManager.default.temporaryDirectory.appending(path: "sealedpush-\(UUID().uuidString)")
        Interruption.removeAtEnd(policy.folder.path)
        return policy
    }

    /// Saves the attachments of a content, readable for their owner only, and returns their files in their order.
    ///
    /// An extension may attach two files of one name, from different folders.
    func saved(_ attachments: [UNNotificationAttachment]) throws -> [String] {
        guard let save else { return [] }
        var names: Set<String> = []  // bytes: equivalent spellings may get different names, too
        return try attachments.map { attachment in
            var name = attachment.url.lastPathComponent
            while !names.insert(name).inserted { name = "\(names.count)-\(name)" }
            let path = "\(save)/\(name)"
            guard let bytes = try? Data(contentsOf: attachment.url) else {
                throw Failure("attachment \(attachment.identifier) cannot be read")
            }
            try OutputFile(path: path).replace(with: [UInt8](bytes).slice.span, mode: 0o600)
            return path
        }
    }
}

/// A folder in the place of a host of blobs.
struct BlobFolder: Sendable {
    let host: String
    let folder: String

    init(_ argument: String) throws {
        let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2 else {
            throw ValidationError("expected a host and a folder, such as media.example.com=blobs")
        }
        (host, folder) = (parts[0], parts[1])
    }
}

/// Reads blobs from folders.
private struct BlobFolders: AttachmentFetcher {
    let folders: [BlobFolder]

    func fetch(_ url: URL, receive: @escaping @Sendable ([UInt8]) throws -> Void) async throws {
        let host = url.host() ?? ""
        guard let name = url.path(percentEncoded: true).split(separator: "/").last, name != ".", name != "..",
            let folder = folders.first(where: { UTF8Text($0.host.lowercased()) == UTF8Text(host.lowercased()) })?.folder
        else { throw AttachmentError(.downloadFailed, "the address names no file") }
        let blob = try ByteFile(reading: "\(folder)/\(name)")
        var buffer: [UInt8] = []
        while try blob.read(into: &buffer) { try receive(buffer) }
    }
}
#endif
