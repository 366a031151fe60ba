import Platform

/// A name in an open folder to which an output path leads, and the file that has the name.
///
/// The path is resolved once, so that the examined file is the written one even if links or names change meanwhile.
struct OutputPlace: ~Copyable {
    let path: String
    let folder: Int32
    let name: String
    let metadata: stat?
    /// The file, opened by ``FileSystem``; -1 if there is none and, on macOS, if it is not a regular one.
    let file: Int32

    /// Follows the links of a path; refuses a link to nothing.
    init(_ path: String) throws(Failure) {
        let resolved = try Self.resolved(path)
        let target = resolved ?? path
        let slash = target.utf8.lastIndex(of: UInt8(ascii: "/"))
        let folderPath = slash.map { String(target[...$0]) } ?? "./"
        let name = target == "/" ? "." : String(slash.map { target[target.utf8.index(after: $0)...] } ?? target[...])
        let folder = unsafe open(folderPath, FileSystem.searching | O_CLOEXEC)
        guard folder >= 0 else { throw .system("\(path) cannot be written", errno) }
        var metadata = stat()
        let (file, number) = FileSystem.examine(name, in: folder, &metadata)
        let isLink = metadata.st_mode & S_IFMT == S_IFLNK
        guard number == 0 && !isLink || number == ENOENT else {
            close(folder)
            if file >= 0 { close(file) }
            guard isLink else { throw .system("\(path) cannot be written", number) }
            // A path without links has become one.
            let reason = resolved == nil ? "it is a link to nothing" : "it changed while it was examined"
            throw Failure("\(path) cannot be written: \(reason)")
        }
        self.path = path
        self.folder = folder
        self.name = name
        self.file = file
        self.metadata = number == 0 ? metadata : nil
    }

    deinit {
        close(folder)
        if file >= 0 { close(file) }
    }

    /// The path without links; nil where nothing is there.
    static func resolved(_ path: String) throws(Failure) -> String? {
        guard let resolved = unsafe realpath(path, nil) else {
            guard errno == ENOENT else { throw .system("\(path) cannot be written", errno) }
            return nil
        }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }
}
