import Platform
import Synchronization

/// The identity of a file: its device and inode number.
struct FileIdentity: Hashable {
    private let device: dev_t
    private let number: ino_t

    init(_ metadata: stat) {
        device = metadata.st_dev
        number = metadata.st_ino
    }

    init?(descriptor: Int32) {
        var metadata = stat()
        guard unsafe fstat(descriptor, &metadata) == 0 else { return nil }
        self.init(metadata)
    }
}

/// The files that this run reads, none of which its output may replace.
enum InputFiles {
    private static let identities = Mutex<Set<FileIdentity>>([])

    static func insert(path: String) {
        var metadata = stat()
        if unsafe stat(path, &metadata) == 0 { insert(FileIdentity(metadata)) }
    }

    static func insert(_ file: FileIdentity?) {
        if let file { identities.withLock { _ = $0.insert(file) } }
    }

    static func contains(_ file: FileIdentity) -> Bool { identities.withLock { $0.contains(file) } }
}
