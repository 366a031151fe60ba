import Platform
import StrictJSON

/// An open folder, so that what was checked and what is read or written are the same one, whatever is renamed meanwhile.
struct KeyFolder: ~Copyable {
    let path: String
    let metadata: stat
    private let file: OpenFile

    var descriptor: Int32 { file.descriptor }

    /// Opens a folder; throws `notFound` or `inputOutput`.
    init(_ path: String) throws(KeyError) {
        let file = try OpenFile(path, O_RDONLY | O_DIRECTORY, path: "folder \(path)")
        metadata = try file.metadata
        self.path = path
        self.file = file
    }

    /// Opens a folder after making it, with mode 0700, if it does not exist.
    init(making path: String) throws(KeyError) {
        // The mode again, since umask may have narrowed the one asked for.
        let isMade =
            unsafe mkdir(path, 0o700) == 0
            ? unsafe fchmodat(AT_FDCWD, path, 0o700, AT_SYMLINK_NOFOLLOW) == 0 : errno == EEXIST
        guard isMade else { throw KeyError(systemError: "folder \(path) cannot be made") }
        try self.init(path)
    }

    /// The path of a file in the folder, for messages.
    func path(of file: String) -> String {
        path == "." ? file : path.hasByteSuffix("/") ? path + file : "\(path)/\(file)"
    }

    func open(
        _ name: String, _ flags: Int32, mode: mode_t = 0, failure: String = "cannot be opened"
    ) throws(KeyError) -> OpenFile {
        try OpenFile(name, in: descriptor, flags, mode: mode, path: path(of: name), failure: failure)
    }

    /// Opens a file that only its owner uses, after making it with mode 0600 if it does not exist.
    func openOwn(_ name: String, _ flags: Int32, failure: String) throws(KeyError) -> OpenFile {
        let file = try open(name, flags | O_CREAT | O_NOFOLLOW | O_NONBLOCK, mode: 0o600, failure: failure)
        // The umask may have taken the owner's mode bits of a new file; other commands could not open it.
        if try file.metadata.st_mode & 0o600 != 0o600 { fchmod(file.descriptor, 0o600) }
        return file
    }

    /// The folder and the name of the file that a link leads to, inside of this folder, as in the volumes of Kubernetes.
    func target(of link: String) throws(KeyError) -> (folder: String, file: String) {
        guard let target = realPath(path(of: link)), let root = realPath(path) else {
            try check(errno != ENOENT, .notFound, "there is no \(path(of: link))")
            throw KeyError(systemError: "\(path(of: link)) cannot be examined")
        }
        guard target.utf8.starts(with: (root + "/").utf8), let slash = target.utf8.lastIndex(of: UInt8(ascii: "/"))
        else {
            throw KeyError(
                .symbolicLink, "\(path(of: link)) is a symbolic link out of its folder; name the file that it points to"
            )
        }
        return (String(target[..<slash]), String(target[target.utf8.index(after: slash)...]))
    }

    func contains(_ file: String) throws(KeyError) -> Bool { try metadata(of: file) != nil }

    /// The metadata of a file in the folder, or of a link itself; nil where there is none.
    func metadata(of file: String) throws(KeyError) -> stat? {
        var metadata = stat()
        guard unsafe fstatat(descriptor, file, &metadata, AT_SYMLINK_NOFOLLOW) != 0 else { return metadata }
        guard errno == ENOENT else { throw KeyError(systemError: "\(path(of: file)) cannot be examined") }
        return nil
    }

    func files() throws(KeyError) -> [String] {
        guard let names = names(inFolder: descriptor) else {
            throw KeyError(systemError: "folder \(path) cannot be listed")
        }
        return names
    }

    /// Makes renames and new names in the folder survive a power cut.
    func synchronize() throws(KeyError) { try file.synchronize() }
}
