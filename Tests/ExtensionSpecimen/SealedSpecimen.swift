import ExtensionHost
import Foundation
import KeyManagement
import PushOpener

/// The library's own extension with the keys of a folder.
final class SealedSpecimen: SealedNotificationService {
    private let folder: String

    init(folder: String) {
        self.folder = folder
    }

    override var topic: String { "com.example.bank" }

    override func keys() throws -> OpeningKeys {
        let directory = KeyDirectory(folder)
        return try OpeningKeys(device: directory.keyring("phone"), provider: directory.publicKeyring("bank"))
    }

    override var attachmentPolicy: AttachmentPolicy? {
        AttachmentPolicy(hosts: ["media.example.com"], fetcher: FolderFetcher(folder: folder))
    }
}

/// Takes blobs from a folder in place of a host.
private struct FolderFetcher: AttachmentFetcher {
    let folder: String

    func fetch(_ url: URL, receive: @escaping @Sendable ([UInt8]) throws -> Void) async throws {
        let file = try FileHandle(forReadingFrom: URL(filePath: folder).appending(path: url.lastPathComponent))
        while let part = try file.read(upToCount: 65_536), !part.isEmpty { try receive(Array(part)) }
    }
}
