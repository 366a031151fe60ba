import Foundation
import NIOCore
import PushSealer

/// The folder of the sealed pictures, sounds and videos, which a web server serves at an address.
struct MediaFolder: Sendable {
    let path: String
    let url: String

    /// Seals a file under a key of its own, and writes the blob to the folder.
    ///
    /// Returns a payload that has only the descriptor; it is secret, since its key opens the blob.
    func seal(_ file: some AsyncSequence<ByteBuffer, any Error>, type: String) async throws -> Payload {
        var sealer = try AttachmentSealer()
        var blob = Data()
        for try await part in file { blob += try sealer.update(Array(part.readableBytesView)) }
        let name = UUID().uuidString.lowercased()
        let (end, attachment) = try sealer.finish(url: url + name, type: type)
        let target = URL(filePath: path).appending(path: name)
        try (blob + end).write(to: target, options: .atomic)
        // The web server is another user, and a blob shows nothing.
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: target.path)
        var payload = Payload([:])
        payload.attachments = [attachment]
        return payload
    }
}
