import CryptoPrimitives
import Platform

/// A key file's content in guarded memory, and the metadata of the file that it came from.
struct KeyFile {
    let path: String
    let text: SecretMemory
    private let metadata: stat
    /// The link of that name, where the file is behind one.
    private let link: stat?
    /// The folder, and the one of the file behind a link.
    private let folders: [stat]

    init(_ file: String, in folder: borrowing KeyFolder) throws(KeyError) {
        path = folder.path(of: file)
        link = try folder.metadata(of: file).flatMap { $0.st_mode & S_IFMT == S_IFLNK ? $0 : nil }
        // Not blocking, so that a pipe of that name is refused instead of waited for.
        let flags = O_RDONLY | O_NONBLOCK | O_NOFOLLOW
        let open: OpenFile
        if link == nil {
            open = try folder.open(file, flags)
            folders = [folder.metadata]
        } else {
            let target = try folder.target(of: file)
            let inner = try KeyFolder(target.folder)
            open = try inner.open(target.file, flags)
            folders = [folder.metadata, inner.metadata]
        }
        metadata = try open.metadata
        try check(metadata.st_mode & S_IFMT == S_IFREG, .notRegularFile, "\(path) is not a regular file")
        try check(
            metadata.st_size <= KeySetReader.maximumByteCount, .tooLarge,
            "\(path) has \(metadata.st_size) bytes, a keyring at most \(KeySetReader.maximumByteCount)")
        try check(metadata.st_size > 0, .truncated, "\(path) is empty")
        text = try open.readSecret(byteCount: Int(metadata.st_size))
    }

    var isReadableByAll: Bool { metadata.st_mode & 0o777 == 0o644 }

    /// A digest of the content, which tells two versions of a keyring apart.
    var version: String { KeyringText(text).version }

    /// Refuses a file that others can change or replace, and one with secrets that others can read: as PostgreSQL does, one of the
    /// user with a mode above 0600, one of root with a mode above 0640, and one of another user.
    func requireSafety(isSecret: Bool) throws(KeyError) {
        if isSecret {
            try check(
                metadata.isTrusted, .wrongOwner,
                "\(path) holds secrets and belongs to user \(metadata.st_uid); run the command as that user, for example "
                    + "with sudo -u '#\(metadata.st_uid)', or if the file is to be yours, say chown \(geteuid()) \(path)"
            )
            try metadata.requirePrivacy(of: path, what: "secrets")
        } else {
            try check(
                metadata.st_mode & S_IWOTH == 0, .writableByEveryone,
                "\(path) has mode \(metadata.octalMode), so that everyone can change it; say chmod o-w \(path)")
        }
        let isOwn = [metadata, link ?? metadata].allSatisfy(\.isTrusted)
        for folder in folders { try folder.requireSafeFolder(of: path, isSecret: isSecret, allowsSticky: isOwn) }
    }
}

extension stat {
    /// Refuses a file of root with a mode above 0640, and another one with a mode above 0600.
    func requirePrivacy(of path: String, what: String) throws(KeyError) {
        let (others, advice) =
            st_uid == 0
            ? (S_IWGRP | S_IXGRP | S_IRWXO, "expected at most 0640, or 0400 in a read-only volume")
            : (S_IRWXG | S_IRWXO, "say chmod 600 \(path)")
        try check(
            st_mode & others == 0, .insecurePermissions,
            "\(path) holds \(what) and has mode \(octalMode); \(advice)")
    }

    /// Refuses a folder in which others can replace a file; in a sticky one they can add files, but replace only their own.
    func requireSafeFolder(of path: String, isSecret: Bool, allowsSticky: Bool) throws(KeyError) {
        try check(
            !isSecret || isTrusted, .insecureFolder,
            "\(path) is in a folder of user \(st_uid); move it into one of your own")
        let others = isSecret ? S_IWGRP | S_IWOTH : S_IWOTH
        try check(
            st_mode & others == 0 || allowsSticky && st_mode & S_ISVTX != 0, .insecureFolder,
            "\(path) is in a folder of mode \(octalMode), where others can replace it; say chmod go-w on the folder")
    }

    /// Whether the owner is this user, or root, who can read and change every file.
    fileprivate var isTrusted: Bool { [0, geteuid()].contains(st_uid) }

    /// The mode as `chmod` takes it.
    fileprivate var octalMode: String { "0" + String(st_mode & 0o7777, radix: 8) }
}
