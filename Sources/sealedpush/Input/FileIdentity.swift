import Glibc

/// Which file it is, whatever the path that leads to it.
struct FileIdentity: Equatable {
    private let device: dev_t
    private let number: ino_t

    /// The file that is open as a descriptor.
    init?(descriptor: Int32) {
        var metadata = stat()
        guard unsafe fstat(descriptor, &metadata) == 0 else { return nil }
        self.init(metadata)
    }

    /// The file that metadata belong to.
    init(_ metadata: stat) {
        device = metadata.st_dev
        number = metadata.st_ino
    }
}
