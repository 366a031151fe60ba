import Foundation
import Glibc

/// The property list of a defaults domain, which several processes read and change.
///
/// It is read for each value, so that a change of another process is seen at once.
package struct PreferencesFile {
    private let folder: URL
    private let file: URL

    /// The file of a suite: in the container of the app group of this name, else in that of the code itself.
    ///
    /// Nil for a name that cannot be a file name, and without a connection to the phone's state.
    package init?(suite: String, on phone: Phone) {
        guard !suite.isEmpty, !suite.utf8.contains(UInt8(ascii: "/")), !suite.utf8.contains(0),
            let container = phone.container(ofApplicationGroup: suite) ?? phone.dataContainer
        else { return nil }
        folder = container.appending(path: "Library/Preferences", directoryHint: .isDirectory)
        file = folder.appending(path: "\(suite).plist")
    }

    /// The values; empty if the file is missing, is not a property list or cannot be read.
    package var values: [String: Any] { (try? read()) ?? [:] }

    /// Reads the values; empty if the file is missing or is not a property list.
    ///
    /// An extension can put a link or a pipe in the place of the file: neither is read.
    private func read() throws -> [String: Any] {
        let descriptor = unsafe open(file.path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return [:] }
            throw CocoaError(.fileReadUnknown)
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var kind = stat()
        guard unsafe fstat(descriptor, &kind) == 0, kind.st_mode & S_IFMT == S_IFREG else {
            throw CocoaError(.fileReadUnknown)
        }
        guard let data = try handle.readToEnd(),
            let list = unsafe try? PropertyListSerialization.propertyList(from: data, format: nil)
        else { return [:] }
        return list as? [String: Any] ?? [:]
    }

    /// Changes the values; of changes at the same time none is lost.
    ///
    /// - Throws: the error of a file that cannot be read or written, or of a value that is not a property list.
    package func change(_ body: (inout [String: Any]) -> Void) throws {
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let lock = unsafe open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard lock >= 0 else { throw CocoaError(.fileWriteUnknown) }
        // Closing releases the lock.
        defer { close(lock) }
        while flock(lock, LOCK_EX) != 0 {
            guard errno == EINTR else { throw CocoaError(.fileLocking) }
        }
        var values = try read()
        body(&values)
        try PropertyListSerialization.data(fromPropertyList: values, format: .binary, options: 0)
            .write(to: file, options: .atomic)
    }
}
