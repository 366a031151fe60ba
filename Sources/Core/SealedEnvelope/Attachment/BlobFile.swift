package import Platform
package import PushPayload
import StrictJSON

extension SealedAttachment {
    /// Checks the length and the digest of a blob.
    package func check(_ blob: ByteFile) throws(AttachmentError) {
        var (digest, buffer): (BlobDigest, [UInt8]) = (try BlobDigest(of: self), [])
        try Self.withFiles { while try blob.read(into: &buffer) { try digest.update(buffer.slice) } }
        try digest.finish()
    }

    /// Opens a blob, whose length and digest were checked, to a file, which has its name only after all checks.
    package func open(_ blob: ByteFile, to file: String) throws(AttachmentError) {
        try Self.withFiles { () throws in
            try blob.rewind()
            let output = try ByteFile(in: Self.folder(of: file))
            var opener = try BlobOpener(of: self)
            var buffer: [UInt8] = []
            while try blob.read(into: &buffer) {
                try opener.update(buffer.slice) { part throws(ByteFile.Failure) in try output.write(part) }
            }
            try opener.finish()
            try output.rename(to: file)
        }
    }

    /// Runs a function with the failures of files as `unavailable`.
    package static func withFiles<Result>(_ body: () throws -> Result) throws(AttachmentError) -> Result {
        do {
            return try body()
        } catch let error as AttachmentError {
            throw error
        } catch let error as ByteFile.Failure {
            throw AttachmentError(.unavailable, "a file cannot be read or written: error \(error.number) of the system")
        } catch {
            throw AttachmentError(.unavailable, "a file cannot be read or written")
        }
    }

    /// The folder of a new file, beside the one of which it takes the name.
    package static func folder(of path: String) -> String {
        let names = path.split(separator: "/", omittingEmptySubsequences: false)
        return names.count > 1 ? names.dropLast().joined(separator: "/") + "/" : "."
    }
}
