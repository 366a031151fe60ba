import CryptoPrimitives
import Platform
import StrictJSON

/// The files of keyrings in a folder.
///
/// One file is the keyring: `NAME.jwks`, or `NAME.pub.jwks` of a keyring without secrets. Renaming its new content over it is
/// the change. The public halves of a keyring with secrets, and the log, are written afterwards.
extension KeyFolder {
    /// Opens the file of a keyring; throws `notFound` where there is none.
    func open(_ name: KeyringName) throws(KeyError) -> KeyFile { try KeyFile(file(of: name), in: self) }

    private func file(of name: KeyringName) throws(KeyError) -> String {
        let isPublic = try contains(name.publicFile)
        // Asked last: the public file of a keyring that was made in the meantime is not the keyring.
        if try contains(name.secretFile) { return name.secretFile }
        try check(isPublic, .notFound, "there is no keyring \(name.name) in \(name.folder)")
        return name.publicFile
    }

    /// Keeps a change if the keyring has the version that the change was made from, or with nil if there is none of its name.
    ///
    /// When it throws, no file has changed, or the reason says that the change was made; `notFound` if the keyring is gone.
    func keep(
        _ change: KeyringChange, named name: KeyringName, onWait: ((String) -> Void)?
    ) throws(KeyError) -> Bool {
        let keyring = change.keyring
        try requireSafety(isSecret: keyring.holdsSecrets)
        let lock = try FolderLock(on: self, onWait: onWait)
        defer { extendLifetime(lock) }
        if let version = change.version {
            guard try open(name).version == version else { return false }
        } else {
            guard try !contains(name.secretFile), try !contains(name.publicFile) else { return false }
        }
        if let key = change.registeredKey { try requireNew(key, of: name) }
        let hasSecretFile = try contains(name.secretFile)
        // A registration whose last chain was removed stays in its file.
        var isInSecretFile = keyring.holdsSecrets
        if !isInSecretFile, hasSecretFile { isInSecretFile = try !hasOwnSecrets(name) }
        try check(
            isInSecretFile || !hasSecretFile, .wrongHalf,
            "\(path(of: name.publicFile)) is the public half of \(path(of: name.secretFile)); "
                + "change that keyring, and both files change")
        let (file, mode): (String, mode_t) = isInSecretFile ? (name.secretFile, 0o600) : (name.publicFile, 0o644)
        var writes = [(file: file, text: change.text, mode: mode, isNew: change.version == nil)]
        if isInSecretFile, keyring.role != .shared {
            writes.append((name.publicFile, try keyring.publicHalf().text(), 0o644, false))
        }
        for file in [name.secretFile, name.publicFile] {
            try requireReplaceable(file)
            try removeTemporary(of: file)
        }
        let log = try openLog(of: name)
        var isMade = false
        do throws(KeyError) {
            for (file, text, mode, isNew) in writes {
                guard try replace(file, with: text, mode: mode, isNew: isNew) else { return false }
                isMade = true
                try synchronize()
            }
            try log.append(change.events.map(\.json))
        } catch {
            throw isMade ? KeyError(afterChange: error) : error
        }
        return true
    }

    /// Whether the secret file of a keyring has the secret of a key, which the change of its public half would lose.
    private func hasOwnSecrets(_ name: KeyringName) throws(KeyError) -> Bool {
        try KeySetReader(KeyFile(name.secretFile, in: self).text, name: name.name).hasOwnSecrets
    }

    /// Refuses the key of a device that another registration has in use; damaged ones have none.
    private func requireNew(_ key: DevicePublicKey, of name: KeyringName) throws(KeyError) {
        for other in Set(try files().compactMap(KeyringName.name(of:))) where other != name.name {
            let secretFile = other.string + KeyringName.secretEnding
            let file = try contains(secretFile) ? secretFile : other.string + KeyringName.publicEnding
            guard let text = try? KeyFile(file, in: self).text, let set = try? KeySetReader(text, name: other),
                !set.hasOwnSecrets, let used = try? set.keyring().deviceKey
            else { continue }
            if used == key { throw KeyError(usedKey: key) }
        }
    }

    /// Removes a keyring of a version, or of any version with nil; returns whether there was one.
    func delete(_ name: KeyringName, version: String?, onWait: ((String) -> Void)?) throws(KeyError) -> Bool {
        let lock = try FolderLock(on: self, onWait: onWait)
        defer { extendLifetime(lock) }
        if let version {
            guard try open(name).version == version else { return false }
        }
        // The public file first, so that no public key is found whose secret is gone.
        var files: [String] = []
        for file in [name.publicFile, name.secretFile] where try contains(file) { files.append(file) }
        guard !files.isEmpty else { return false }
        let log = try openLog(of: name)
        for file in files {
            try removeTemporary(of: file)
            guard unsafe unlinkat(descriptor, file, 0) == 0 else {
                throw KeyError(systemError: "\(path(of: file)) cannot be removed")
            }
            try synchronize()
        }
        do throws(KeyError) {
            try log.append([["at": .number(JSONNumber(Date().unixTime)), "action": "remove"]])
        } catch {
            throw KeyError(afterChange: error)
        }
        return true
    }

    /// The events in a keyring's log, nil for its removal, without lines of another kind and those that a crash has cut off.
    func log(of name: KeyringName) throws(KeyError) -> [KeyEvent?] {
        let log = try open(name.logFile, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
        var text: [UInt8] = []
        while case let chunk = try log.readChunk(), !chunk.isEmpty { text += chunk }
        return text.split(separator: UInt8(ascii: "\n")).compactMap { line in
            guard let line = (try? JSONValue(parsing: Array(line)))?.objectValue else { return nil }
            return line["action"] == "remove" ? .some(nil) : KeyEvent(line).map(Optional.some)
        }
    }

    /// Refuses a folder in which others could replace what is written.
    private func requireSafety(isSecret: Bool) throws(KeyError) {
        try metadata.requireSafeFolder(of: path, isSecret: isSecret, allowsSticky: !isSecret)
    }

    /// The reasons why the next change of a keyring would fail, or its export is not that of the keyring.
    ///
    /// None in a folder that this process can only read: what is there is changed elsewhere.
    func problems(of keyring: Keyring, named name: KeyringName, isSecret: Bool) -> [String] {
        guard unsafe faccessat(descriptor, ".", W_OK, 0) == 0 else { return [] }
        var problems: [String] = []
        do throws(KeyError) {
            try requireSafety(isSecret: isSecret)
            let files = [name.secretFile, name.publicFile]
            for file in files + files.map(Self.temporaryName) + [name.logFile, FolderLock.file] {
                try requireReplaceable(file)
            }
        } catch {
            problems.append("cannot be changed: \(error.reason)")
        }
        if isSecret, keyring.role != .shared {
            let export = try? KeyFile(name.publicFile, in: self)
            let isWhole = export.flatMap { try? Keyring(KeyringText($0.text), name: name.name) }?.hasSameKeys(
                as: keyring)
            if isWhole != true || export?.isReadableByAll != true {
                problems.append(
                    "\(path(of: name.publicFile)) is not its export, which the next change writes again with mode 0644")
            }
        }
        return problems
    }

    static let temporaryEnding = ".new"

    private static func temporaryName(of file: String) -> String { ".\(file)\(Self.temporaryEnding)" }

    /// Puts a new content in place of a file, so that readers find the old file or the new one, whole.
    ///
    /// With `isNew`, returns false where the name is taken.
    private func replace(
        _ file: String, with text: KeyringText, mode: mode_t, isNew: Bool
    ) throws(KeyError) -> Bool {
        let temporary = Self.temporaryName(of: file)
        // After a rename there is no such file.
        defer { unsafe unlinkat(descriptor, temporary, 0) }
        let output = try OpenFile(
            temporary, in: descriptor, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: mode, path: path(of: file),
            failure: "cannot be written")
        try text.withBytes { text throws(KeyError) in try output.write(text) }
        // The mode again, since umask may have narrowed the one asked for.
        guard fchmod(output.descriptor, mode) == 0 else {
            throw KeyError(systemError: "\(output.path) cannot be written")
        }
        try output.synchronize()
        if isNew {
            // Not renamed, which would replace a file that another program has just made.
            guard unsafe linkat(descriptor, temporary, descriptor, file, 0) != 0 else { return true }
            guard errno != EEXIST else { return false }
            if [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(errno) {
                throw KeyError(
                    .inputOutput, "\(path(of: file)) cannot be made: the file system of \(path) has no hard links")
            }
        } else {
            guard unsafe renameat(descriptor, temporary, descriptor, file) != 0 else { return true }
        }
        throw KeyError(systemError: "\(path(of: file)) cannot be replaced")
    }

    /// Removes the new content that a killed process has left, or another user's file of that name.
    private func removeTemporary(of file: String) throws(KeyError) {
        let temporary = Self.temporaryName(of: file)
        unsafe unlinkat(descriptor, temporary, 0)
        try check(
            !contains(temporary), .insecureFolder,
            "\(path(of: temporary)) is in the way of a change and cannot be removed")
    }

    /// Refuses a link, since replacing one would leave the file behind it unchanged, and any other irregular file.
    private func requireReplaceable(_ file: String) throws(KeyError) {
        guard let metadata = try metadata(of: file) else { return }
        switch metadata.st_mode & S_IFMT {
        case S_IFREG: return
        case S_IFLNK:
            throw KeyError(
                .symbolicLink,
                "\(path(of: file)) is a symbolic link and is not replaced; expected the file that it points to")
        default: throw KeyError(.notRegularFile, "\(path(of: file)) is not a regular file")
        }
    }

    /// Opens the log of a keyring before the change that it is to record, since afterwards it is too late to refuse it.
    private func openLog(of name: KeyringName) throws(KeyError) -> OpenFile {
        try requireReplaceable(name.logFile)
        return try openOwn(name.logFile, O_RDWR | O_APPEND, failure: "cannot be written")
    }
}

extension KeyError {
    fileprivate init(afterChange error: KeyError) {
        self.init(error.code, "the change was made, but \(error.reason)")
    }
}
