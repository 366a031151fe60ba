import Platform
import PushPayload
import RoundTrip

struct PayloadFiles {
    private(set) var cases: [RoundTripCase] = []
    private(set) var unreadable: [UnreadableFile] = []
    private let pushType: PushType?

    /// The ends of the names that are taken from folders; the second is what simulators of iPhones take.
    static let suffixes = [".json", ".apns"]

    /// Reads what the paths lead to, in the order of the paths and, in folders, of the names.
    ///
    /// - Throws: ``Failure`` for a path that leads nowhere, and for a folder without payloads.
    init(paths: [String], pushType: PushType?) throws(Failure) {
        self.pushType = pushType
        for path in paths {
            guard path != "-", try InputSource.isFolder(path) else {
                take(path)
                continue
            }
            let files = try Self.files(in: path, endingIn: Self.suffixes)
            guard !files.isEmpty else {
                throw Failure("\(path) holds no payload: no file of it ends in .json or .apns")
            }
            for file in files { take(file, isMember: true) }
        }
    }

    private mutating func take(_ path: String, isMember: Bool = false) {
        let source = InputSource(path: path, isMember: isMember)
        do {
            let input = try source.read()
            let type = pushType ?? Self.pushType(of: path)
            cases.append(RoundTripCase(input.name, payload: try input.payload(), pushType: type))
        } catch {
            unreadable.append(UnreadableFile(name: source.name, reason: Failure(error)?.message ?? "\(error)"))
        }
    }

    /// The paths of the files in a folder and its subfolders that end so, in the order of their names.
    ///
    /// Links to folders are not followed, so that the recursion ends. What cannot be examined is a file, whose reading says why.
    static func files(in folder: String, endingIn suffixes: [String]) throws(Failure) -> [String] {
        var files: [String] = []
        for name in try names(in: folder) {
            let path = folder.hasByteSuffix("/") ? folder + name : "\(folder)/\(name)"
            var metadata = stat()
            if unsafe lstat(path, &metadata) == 0, metadata.st_mode & S_IFMT == S_IFDIR {
                files += try Self.files(in: path, endingIn: suffixes)
            } else if suffixes.contains(where: name.hasByteSuffix) {
                files.append(path)
            }
        }
        return files
    }

    private static func names(in folder: String) throws(Failure) -> [String] {
        guard let stream = unsafe opendir(folder) else { throw .system("\(folder) cannot be read", errno) }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
            guard let text = String(validating: name, as: UTF8.self) else {
                throw Failure("\(folder) holds a name that is not UTF-8")
            }
            if text != ".", text != ".." { names.append(text) }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    private static func pushType(of path: String) -> PushType? {
        guard let folder = path.split(separator: "/").dropLast().last else { return nil }
        return PushType.documented.first { $0.rawValue == folder }
    }
}

struct UnreadableFile {
    let name: String
    let reason: String
}
