import KeyManagement
import Platform
import StrictJSON

/// A file that cannot be made again, so that no output replaces it.
enum KeptFile {
    case keys(KeyFileKind)
    case store

    var name: String {
        switch self {
        case .keys(.key): "a key file"
        case .keys(.log): "the log of a keyring"
        case .keys(.lock): "the lock of a folder of keyrings"
        case .store: "a delivery store"
        }
    }

    /// Recognizes the file that a path leads to; nil for any other file, and for one that cannot be examined.
    init?(at path: String) {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        guard let kept = try? KeptFile(file) else { return nil }
        self = kept
    }

    /// Recognizes an open regular file by its own name, whatever link led to it, and its content; nil for any other.
    init?(_ descriptor: Int32) throws(KeyError) {
        guard let path = FileSystem.path(of: descriptor) else { throw KeyError(.inputOutput, systemMessage(errno)) }
        let name = path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(decoding: $0, as: UTF8.self) }
        if let kind = name.flatMap(KeyFileKind.init(named:)) {
            self = .keys(kind)
            return
        }
        // Opened again, since the descriptor may be one for writing, or stand in the middle of the file.
        let file = FileSystem.reopen(descriptor)
        guard file >= 0 else { throw KeyError(.inputOutput, systemMessage(errno)) }
        defer { close(file) }
        if Self.isStore(file) || Self.isBesideStore(path) {
            self = .store
        } else if let kind = try KeyFileKind(contentOf: file) {
            self = .keys(kind)
        } else {
            return nil
        }
    }

    /// The first bytes of a database, its write-ahead log in either byte order, and its journal (SQLite, "Database File
    /// Format", sections 1.3.1, 4.1 and 3).
    private static let marks = [
        Array("SQLite format 3\0".utf8),
        [0x37, 0x7F, 0x06, 0x82], [0x37, 0x7F, 0x06, 0x83],
        [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7],
    ]

    private static func isStore(_ descriptor: Int32) -> Bool {
        var start = [UInt8](repeating: 0, count: 16)
        let count = unsafe pread(descriptor, &start, start.count, 0)
        return marks.contains { count >= $0.count && start.starts(with: $0) }
    }

    /// Whether it is a file that SQLite keeps beside a database; the index of the log and a log that is empty hold no mark.
    private static func isBesideStore(_ path: String) -> Bool {
        ["-wal", "-shm", "-journal"].contains { ending in
            guard path.hasByteSuffix(ending) else { return false }
            let database = String(decoding: path.utf8.dropLast(ending.utf8.count), as: UTF8.self)
            let store = unsafe open(database, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
            guard store >= 0 else { return false }
            defer { close(store) }
            return isStore(store)
        }
    }
}
