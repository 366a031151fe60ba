import CryptoPrimitives
import Platform
import StrictJSON

/// The new contents of a keyring's files, which are replaced together.
struct KeyringFiles {
    struct File {
        let name: String
        let content: Content
        let mode: mode_t
    }

    enum Content {
        case text(SecretMemory)
        /// The file's present content, and lines after it.
        case appended([JSONObject])
    }

    /// The file with the secrets, or the public file of a keyring without any.
    let main: File
    /// The public file of a keyring with secrets, and the log.
    let followers: [File]

    /// Makes the contents for a keyring; a file with an ending of its own has no public file beside it.
    init(of keyring: Keyring, named name: KeyringName) throws(KeyError) {
        let file = name.otherFile ?? (keyring.isSecret ? name.secretFile : name.publicFile)
        main = File(name: file, content: .text(try keyring.text().memory), mode: keyring.isSecret ? 0o600 : 0o644)
        var followers: [File] = []
        if keyring.role != .shared, file == name.secretFile {
            let text = try keyring.publicHalf().text().memory
            followers.append(File(name: name.publicFile, content: .text(text), mode: 0o644))
        }
        if !keyring.unsavedEvents.isEmpty {
            followers.append(
                File(name: name.logFile, content: .appended(keyring.unsavedEvents.map(\.json)), mode: 0o600))
        }
        self.followers = followers
    }

    /// Makes the contents for the removal of a keyring.
    init(removing name: KeyringName, from folder: borrowing KeyFolder, at now: Date) throws(KeyError) {
        let text = KeyFile.tombstone
        let tombstone = try withKeyErrors(try SecretMemory(copying: text.slice.span))
        let event: JSONObject = ["at": .number(JSONNumber(now.unixTime)), "action": "remove"]
        let file = try name.mainFile(in: folder)
        main = File(name: file, content: .text(tombstone), mode: 0o600)
        var followers = [File(name: name.logFile, content: .appended([event]), mode: 0o600)]
        if file == name.secretFile, try folder.contains(name.publicFile) {
            followers.append(File(name: name.publicFile, content: .text(tombstone), mode: 0o644))
        }
        self.followers = followers
    }
}

extension KeyFolder {
    /// Writes and synchronizes the new content of a file under its temporary name.
    func writeTemporary(_ file: KeyringFiles.File) throws(KeyError) {
        let output = try OpenFile(
            Self.temporaryName(of: file.name), in: descriptor, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW,
            mode: file.mode, path: path(of: file.name), failure: "cannot be written")
        var mode = file.mode
        switch file.content {
        case .text(let text): try text.withBytes { text throws(KeyError) in try output.write(text) }
        case .appended(let lines):
            if let log = try copy(log: file.name, appending: lines, to: output) {
                // A log keeps who may read it, as far as the system allows; only the owner writes the new one.
                mode = log.st_mode & 0o777 & ~(S_IWGRP | S_IWOTH)
                _ = fchown(output.descriptor, uid_t.max, log.st_gid)
            }
        }
        // The mode again, since umask may have narrowed the one asked for.
        guard fchmod(output.descriptor, mode) == 0, Platform.synchronize(output.descriptor) == 0 else {
            throw KeyError(systemError: "\(output.path) cannot be written")
        }
    }

    /// Writes a log's present content, if any, and lines; returns the log's metadata.
    ///
    /// A log is replaced whole, so that it records a change exactly if it was made. It may be rotated away at any time.
    private func copy(
        log file: String, appending events: [JSONObject], to output: borrowing OpenFile
    ) throws(KeyError) -> stat? {
        var metadata: stat?
        var last = UInt8(ascii: "\n")
        do throws(KeyError) {
            let log = try open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
            metadata = try log.metadata
            while case let chunk = try log.readChunk(), let end = chunk.last {
                try output.write(chunk.slice.span)
                last = end
            }
        } catch  where error.code == .notFound {}
        // A line that another program or a crash cut off is ended first.
        var lines = last == UInt8(ascii: "\n") ? [] : [UInt8(ascii: "\n")]
        for event in events { lines += event.serialized() + [UInt8(ascii: "\n")] }
        try output.write(lines.slice.span)
        return metadata
    }
}
