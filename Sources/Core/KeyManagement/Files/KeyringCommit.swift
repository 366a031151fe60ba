import Platform

/// Changes of a keyring's files: all of them together, or none.
///
/// The main file (``KeyringName/mainFile(in:)``) decides. Each new content is first written to `.FILE.new`, the main file's
/// before the others. Renaming the main file's is the change. So an interrupted change is recognized later: while
/// `.FILE.new` of the main file exists, nothing has happened and what is left is removed; otherwise the change has
/// happened and what is left is put in place. A keyring is removed by replacing its files with ``KeyFile/tombstone``; finishing
/// deletes them. The caller holds the folder's lock.
extension KeyFolder {
    /// Replaces the files of a keyring, the main file first, or makes them where the keyring is new.
    ///
    /// When it throws, no file has changed, or the reason says that the change was made and is finished by the next one.
    func commit(_ files: KeyringFiles, isNew: Bool) throws(KeyError) {
        let main = files.main.name
        let followers = files.followers.map(\.name)
        do throws(KeyError) {
            for file in [main] + followers { try requireReplaceable(file) }
            try writeTemporary(files.main)
            try synchronize()
            for file in files.followers { try writeTemporary(file) }
            try synchronize()
            try isNew ? link(main) : replace(main)
        } catch {
            // What cannot be removed now is removed by the next change.
            try? undoChange(main: main, followers: followers)
            throw error
        }
        do throws(KeyError) {
            try finishChange(main: main, followers: followers)
        } catch {
            throw KeyError(error.code, "the change was made, and the next one finishes it: \(error.reason)")
        }
    }

    /// Undoes or finishes an interrupted change of a keyring; throws `insecureFolder` for another user's file in its way.
    func recover(_ name: KeyringName) throws(KeyError) {
        for file in [name.otherFile ?? name.secretFile, name.publicFile, name.logFile] {
            try removeForeignTemporary(of: file)
        }
        let main = try name.mainFile(in: self)
        let followers = main == name.secretFile ? [name.publicFile, name.logFile] : [name.logFile]
        if try isPending(main) {
            try undoChange(main: main, followers: followers)
        } else {
            try finishChange(main: main, followers: followers)
        }
    }

    /// The file with the public halves as the last change left them, for readers; nil where that is the keyring's public file.
    func unfinishedPublicFile(of name: KeyringName) throws(KeyError) -> String? {
        let file = Self.temporaryName(of: name.publicFile)
        // In this order: the main file's temporary file is made before the others and is gone before they are.
        guard try unfinished(name.publicFile) != nil, try contains(name.secretFile),
            try unfinished(name.secretFile) == nil
        else { return nil }
        return file
    }

    /// Whether a file, read as the one that ``unfinishedPublicFile(of:)`` returned, belongs to a change that has happened.
    ///
    /// If another change had begun before, its main file's temporary file is there for as long as this one.
    func isCommitted(_ file: KeyFile, of name: KeyringName) throws(KeyError) -> Bool {
        guard try unfinished(name.secretFile) == nil, let named = try unfinished(name.publicFile) else { return false }
        return file.isSame(as: named)
    }

    static func temporaryName(of file: String) -> String { ".\(file)\(temporaryEnding)" }
    static let temporaryEnding = ".new"

    /// The metadata of a file's new content, or nil where there is none.
    ///
    /// In a folder that others can write, they may give any file this name. So it counts only as a regular file of this user or
    /// the folder's owner without write permission for others. It is not opened.
    func unfinished(_ file: String) throws(KeyError) -> stat? {
        guard let found = try metadata(of: Self.temporaryName(of: file)) else { return nil }
        let isTrusted =
            found.st_mode & S_IFMT == S_IFREG && found.st_mode & (S_IWGRP | S_IWOTH) == 0
            && (found.st_uid == geteuid() || found.st_uid == metadata.st_uid)
        return isTrusted ? found : nil
    }

    /// Removes an untrusted file with the name of a file's new content, since a change could not write its own.
    private func removeForeignTemporary(of file: String) throws(KeyError) {
        let temporary = Self.temporaryName(of: file)
        guard try contains(temporary), try unfinished(file) == nil else { return }
        try check(
            unsafe unlinkat(descriptor, temporary, 0) == 0 || errno == ENOENT, .insecureFolder,
            "\(path(of: temporary)) is not a regular file that only this user can write, and cannot be removed")
    }

    /// Whether new content of the main file has not been put in place yet.
    private func isPending(_ main: String) throws(KeyError) -> Bool {
        guard let waiting = try unfinished(main) else { return false }
        // A new keyring's main file is linked; the name of the temporary file is removed afterwards.
        guard let current = try metadata(of: main) else { return true }
        return (waiting.st_dev, waiting.st_ino) != (current.st_dev, current.st_ino)
    }

    private func undoChange(main: String, followers: [String]) throws(KeyError) {
        let isLeft = followers.map { unsafe unlinkat(descriptor, Self.temporaryName(of: $0), 0) == 0 }
        if isLeft.contains(true) { try synchronize() }
        unsafe unlinkat(descriptor, Self.temporaryName(of: main), 0)
    }

    private func finishChange(main: String, followers: [String]) throws(KeyError) {
        var waiting: [String] = []
        for file in [main] + followers where try unfinished(file) != nil { waiting.append(file) }
        let isRemoved = try isTombstone(main)
        guard !waiting.isEmpty || isRemoved else { return }
        try synchronize()
        for file in waiting where file != main { try replace(file) }
        unsafe unlinkat(descriptor, Self.temporaryName(of: main), 0)
        try synchronize()
        guard isRemoved else { return }
        // The main file last: while it is there, the others are known to be removed too.
        for file in followers + [main] where try isTombstone(file) {
            guard unsafe unlinkat(descriptor, file, 0) == 0 else {
                throw KeyError(systemError: "\(path(of: file)) cannot be removed")
            }
        }
        try synchronize()
    }

    /// Whether a file is what a removal leaves until it is finished.
    func isTombstone(_ file: String) throws(KeyError) -> Bool {
        guard let found = try metadata(of: file), found.st_mode & S_IFMT == S_IFREG,
            found.st_size == KeyFile.tombstone.count
        else { return false }
        return try KeyFile(file, in: self).isTombstone
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

    /// Puts a new content in place of a file, so that readers find the old file or the new one, whole.
    private func replace(_ file: String) throws(KeyError) {
        guard unsafe renameat(descriptor, Self.temporaryName(of: file), descriptor, file) == 0 else {
            throw KeyError(systemError: "\(path(of: file)) cannot be replaced")
        }
    }

    /// Gives a new file its name; a name that is taken is refused.
    private func link(_ file: String) throws(KeyError) {
        guard unsafe linkat(descriptor, Self.temporaryName(of: file), descriptor, file, 0) == 0 else {
            throw errno == EEXIST
                ? KeyError(.alreadyExists, "\(path(of: file)) exists and is not overwritten")
                : KeyError(systemError: "\(path(of: file)) cannot be made")
        }
    }
}
