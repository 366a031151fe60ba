package import Platform
package import PushPayload
import StrictJSON

extension SealedAttachment {
    /// Seals a file to a blob, which replaces a file or a link of that name once it is complete; in constant memory.
    package static func seal(
        file: String, to blob: String, url: String, type: String, thumbnail: [UInt8]?
    ) throws(AttachmentError) -> SealedAttachment {
        try withFiles { () throws in
            let input = try ByteFile(reading: file)
            let output = try ByteFile(in: folder(of: blob), mode: 0o666)
            var sealer = try BlobSealer()
            var (buffer, sealed): ([UInt8], [UInt8]) = ([], [])
            while try input.read(into: &buffer) {
                try sealer.update(buffer.slice, appendingTo: &sealed)
                try output.write(sealed.slice.span)
                sealed.removeAll(keepingCapacity: true)
            }
            let attachment = try sealer.finish(url: url, type: type, thumbnail: thumbnail, appendingTo: &sealed)
            try output.write(sealed.slice.span)
            try output.rename(to: blob)
            return attachment
        }
    }

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

    private static func folder(of path: String) -> String {
        let names = path.split(separator: "/", omittingEmptySubsequences: false)
        return names.count > 1 ? names.dropLast().joined(separator: "/") + "/" : "."
    }
}
