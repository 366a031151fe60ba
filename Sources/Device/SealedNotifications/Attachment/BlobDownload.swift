import Foundation
import Platform
import PushPayload
import SealedEnvelope
import StrictJSON
import Synchronization

/// The download of one blob to a file without a name, with the checks of its length and digest.
final class BlobDownload: Sendable {
    private struct State: ~Copyable {
        var digest: BlobDigest
        /// Nil after a failure, which removes the file although a fetcher may still have this object.
        var file: ByteFile?
        var failure: AttachmentError?
    }

    private let state: Mutex<State>

    init(of attachment: SealedAttachment, in folder: URL) throws(AttachmentError) {
        let digest = try BlobDigest(of: attachment)
        let file = try SealedAttachment.withFiles { try ByteFile(in: folder.path) }
        state = Mutex(State(digest: digest, file: file))
    }

    /// Downloads the blob in the time for it, and checks its length and digest.
    func run(from url: URL, by fetcher: any AttachmentFetcher, in time: TimeLimit) async throws(AttachmentError) {
        let result = await time.result { try await fetcher.fetch(url) { try self.receive($0) } }
        try state.withLock { state throws(AttachmentError) in
            let failure = state.failure ?? Self.failure(of: result)
            // Bytes that arrive after this are not written.
            state.failure = failure ?? AttachmentError(.downloadFailed, "the download is over")
            do throws(AttachmentError) {
                if let failure { throw failure }
                try state.digest.finish()
            } catch {
                state.file = nil
                throw error
            }
        }
    }

    private static func failure(of result: Result<Void, any Error>?) -> AttachmentError? {
        switch result {
        case .success?: nil
        case .failure(let error as AttachmentError)?: error
        case .failure(let error)?: AttachmentError(.downloadFailed, "the download failed: \(type(of: error))")
        case nil: AttachmentError(.outOfTime, "the extension's time is nearly over")
        }
    }

    /// Opens the downloaded blob to a file.
    func open(_ attachment: SealedAttachment, to file: URL) throws(AttachmentError) {
        try state.withLock { state throws(AttachmentError) in
            guard let blob = state.file else { throw AttachmentError(.downloadFailed, "there is no blob") }
            state.file = nil
            try attachment.open(blob, to: file.path)
        }
    }

    private func receive(_ bytes: [UInt8]) throws {
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            do {
                try state.digest.update(bytes.slice)
                try SealedAttachment.withFiles { try state.file?.write(bytes.slice.span) }
            } catch let error as AttachmentError {
                state.failure = error
                throw error
            }
        }
    }
}
