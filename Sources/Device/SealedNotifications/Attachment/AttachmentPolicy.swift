package import Foundation
import PushPayload
import SealedEnvelope
import StrictJSON

/// The sealed attachments that an extension fetches: those of its hosts and types, up to their limits.
///
/// A fetch tells the host that this phone received this push, so name the app's own hosts only. Without a host nothing is
/// fetched, and the thumbnails in the pushes are shown.
public struct AttachmentPolicy: Sendable {
    private let hosts: [UTF8Text]
    private let types: [UTF8Text]
    private let maximumByteCount: Int
    let fetcher: any AttachmentFetcher
    /// The clock of the time limit; a test turns its own.
    package var clock: any Clock<Duration> = ContinuousClock()
    /// The folder of the files until the system takes them.
    package var folder = FileManager.default.temporaryDirectory.appending(path: "sealedpush-attachments")

    /// The types of the images that Apple lists for attachments.
    public static let images = ["public.jpeg", "public.png", "com.compuserve.gif"]

    /// Creates a policy.
    ///
    /// - Parameters:
    ///   - hosts: the names of the hosts, without a scheme and a port.
    ///   - types: the uniform type identifiers of the files; types that Apple does not list for attachments are never fetched.
    ///   - maximumByteCount: the largest file, if that is less than Apple's limit of 10 MB for an image, 5 MB for a sound and 50 MB
    ///     for a video.
    ///   - fetcher: the function that downloads a blob.
    public init(
        hosts: [String], types: [String] = images, maximumByteCount: Int = .max, fetcher: any AttachmentFetcher
    ) {
        self.hosts = hosts.map { UTF8Text($0.lowercased()) }
        self.types = types.map { UTF8Text($0) }
        (self.maximumByteCount, self.fetcher) = (maximumByteCount, fetcher)
    }

    /// Starts the time of a push: all of the 30 seconds that Apple gives but five.
    func begin() -> TimeLimit {
        // The compiler opens the existential of a local value only.
        let clock = clock
        return TimeLimit(.seconds(25), on: clock)
    }

    /// Makes the checks before the download (Documentation/attachments.md §3, 2 to 4), and returns the type.
    func check(_ attachment: SealedAttachment) throws(AttachmentError) -> AttachmentType {
        guard let host = SealedAttachment.host(of: attachment.url), hosts.contains(UTF8Text(host))
        else { throw AttachmentError(.forbiddenHost, "the address is not one of the app's hosts") }
        guard let type = AttachmentType(rawValue: attachment.type), types.contains(UTF8Text(attachment.type)) else {
            throw AttachmentError(.forbiddenType, "the type is not one of the app's")
        }
        let limit = min(SealedAttachment.limit(ofType: attachment.type), maximumByteCount)
        guard attachment.size <= limit else {
            throw AttachmentError(.tooLarge, "expected at most \(limit) bytes, found \(attachment.size)")
        }
        return type
    }
}
