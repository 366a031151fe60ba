import Foundation
import SealedNotifications
import Synchronization

/// The host of pictures on Linux, in place of the `URLSession` by which `AttachmentPolicy(hosts:)` downloads on a phone.
nonisolated struct PictureHost: AttachmentFetcher {
    /// The blobs by their addresses; every other address fails.
    static let blobs = Mutex<[String: [UInt8]]>([:])

    func fetch(_ url: URL, receive: @escaping @Sendable ([UInt8]) throws -> Void) async throws {
        guard let blob = Self.blobs.withLock({ $0[url.absoluteString] }) else { throw URLError(.cannotFindHost) }
        try receive(blob)
    }
}

nonisolated extension AttachmentPolicy {
    init(hosts: [String]) { self.init(hosts: hosts, fetcher: PictureHost()) }
}
