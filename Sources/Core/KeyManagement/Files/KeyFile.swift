import CryptoPrimitives
import Platform

/// A key file's content in guarded memory, and the metadata of the file that it came from.
struct KeyFile {
    let path: String
    let text: SecretMemory
    private let metadata: stat
    private let folder: stat
    private let isSymbolicLink: Bool

    init(_ file: String, in folder: borrowing KeyFolder) throws(KeyError) {
        path = folder.path(of: file)
        self.folder = folder.metadata
        isSymbolicLink = try folder.metadata(of: file).map { $0.st_mode & S_IFMT == S_IFLNK } ?? false
        // Not blocking, so that a pipe of that name is refused instead of waited for.
        let open = try folder.open(file, O_RDONLY | O_NONBLOCK | (isSymbolicLink ? 0 : O_NOFOLLOW))
        metadata = try open.metadata
        try check(metadata.st_mode & S_IFMT == S_IFREG, .notRegularFile, "\(path) is not a regular file")
        try check(
            metadata.st_size <= KeySetReader.maximumByteCount, .tooLarge,
            "\(path) has \(metadata.st_size) bytes, a keyring at most \(KeySetReader.maximumByteCount)")
        try check(metadata.st_size > 0, .truncated, "\(path) is empty")
        text = try open.readSecret(byteCount: Int(metadata.st_size))
    }

    /// A digest of the content, which tells two versions of a keyring apart.
    var version: String { KeyringText(text).version }

    /// Refuses a file with secrets that others can read, and any file that others can change or replace.
    func requireSafety(isSecret: Bool) throws(KeyError) {
        try isSecret ? requireSecrecy() : requireIntegrity()
    }

    /// Refuses a file with secrets that is a link, another user's, or that others could read, change or replace.
    private func requireSecrecy() throws(KeyError) {
        try check(
            !isSymbolicLink, .symbolicLink,
            "\(path) holds secrets and is a symbolic link; name the file that it points to")
        try check(
            metadata.st_uid == geteuid(), .wrongOwner,
            "\(path) holds secrets and belongs to user \(metadata.st_uid); run the command as that user, for example "
                + "with sudo -u '#\(metadata.st_uid)', or if the file is to be yours, say chown \(geteuid()) \(path)")
        try check(
            metadata.st_mode & (S_IRWXG | S_IRWXO) == 0, .insecurePermissions,
            "\(path) holds secrets and has mode \(octal(metadata.st_mode)); say chmod 600 \(path)")
        try check(
            folder.st_uid == geteuid() || folder.st_uid == 0, .insecureFolder,
            "\(path) holds secrets and is in a folder of user \(folder.st_uid); move it into one of your own")
        try check(
            folder.st_mode & (S_IWGRP | S_IWOTH) == 0, .insecureFolder,
            "\(path) holds secrets and is in a folder of mode \(octal(folder.st_mode)), where others can replace it; "
                + "say chmod go-w on the folder")
    }

    /// Refuses a file that every user can change or replace, since its public keys decide which senders are believed.
    private func requireIntegrity() throws(KeyError) {
        try check(
            metadata.st_mode & S_IWOTH == 0, .writableByEveryone,
            "\(path) has mode \(octal(metadata.st_mode)), so that everyone can change it; say chmod o-w \(path)")
        guard folder.st_mode & S_IWOTH != 0 else { return }
        // In a sticky folder, such as a temporary one, every user can add files, but replace only their own.
        let isOwn = metadata.st_uid == geteuid() || metadata.st_uid == 0
        try check(
            folder.st_mode & S_ISVTX != 0 && isOwn && !isSymbolicLink, .insecureFolder,
            "\(path) is in a folder of mode \(octal(folder.st_mode)), where every user can replace it; "
                + "say chmod o-w on the folder")
    }
}

/// A mode as `chmod` takes it.
private func octal(_ mode: mode_t) -> String {
    "0" + String(mode & 0o7777, radix: 8)
}
