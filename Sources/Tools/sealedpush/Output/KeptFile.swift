import StrictJSON

/// The files that cannot be made again, by the names that keyrings and stores have.
enum KeptFile {
    case key, log, lock, store

    var name: String {
        switch self {
        case .key: "a key file"
        case .log: "the log of a keyring"
        case .lock: "the lock of a folder of keyrings"
        case .store: "a store"
        }
    }

    private static let endings: [(text: String, kind: KeptFile)] =
        [(".jwks", .key), (".jwks.new", .key), (".log", .log), (".log.new", .log), (".lock", .lock)]
        + ["", "-wal", "-shm", "-journal"].map { (".sqlite\($0)", .store) }

    /// Recognizes the name at the end of a path, in either case: on macOS both are the same file.
    init?(path: String) {
        let path = path.lowercased()
        guard let ending = Self.endings.first(where: { path.hasByteSuffix($0.text) }) else { return nil }
        self = ending.kind
    }
}
