import CryptoPrimitives
import Glibc
import KeyManagement
import TestSupport

/// A folder that is gone with the last reference.
final class TemporaryFolder: Sendable {
    let path: String

    init(in parent: String = "/tmp") throws {
        var template = Array("\(parent)/sealedpush-keys-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw KeyError(systemCall: "mkdtemp") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        for file in files { unlink(file) }
        for file in files { rmdir("\(path)/\(file)") }
        rmdir(path)
    }

    var directory: KeyDirectory { KeyDirectory(path) }

    /// The names of everything in the folder, sorted.
    var files: [String] {
        guard let stream = opendir(path) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    func write(_ text: String, to file: String, mode: mode_t = 0o600) throws {
        try write(Array(text.utf8), to: file, mode: mode)
    }

    func write(_ bytes: [UInt8], to file: String, mode: mode_t = 0o600) throws {
        let descriptor = open("\(path)/\(file)", O_WRONLY | O_CREAT | O_TRUNC, mode)
        guard descriptor >= 0 else { throw KeyError(systemCall: "open") }
        defer { close(descriptor) }
        fchmod(descriptor, mode)
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else { throw KeyError(systemCall: "write") }
    }

    func unlink(_ file: String) { Glibc.unlink("\(path)/\(file)") }

    func read(_ file: String) throws -> [UInt8] {
        let descriptor = open("\(path)/\(file)", O_RDONLY)
        guard descriptor >= 0 else { throw KeyError(systemCall: "open") }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
    }

    /// Runs commands of the shell in the folder.
    func shell(_ commands: String) async throws {
        let end = try await Command("/bin/sh", ["-c", commands], in: path).run()
        guard end.exitCode == 0 else { throw KeyError(.inputOutput, "\(commands) failed") }
    }

    func text(_ file: String) throws -> String { String(decoding: try read(file), as: UTF8.self) }

    func mode(_ file: String) -> mode_t {
        var metadata = stat()
        guard lstat("\(path)/\(file)", &metadata) == 0 else { return 0 }
        return metadata.st_mode & 0o7777
    }

    /// Everything in the folder with its bytes, to show that nothing was changed.
    func snapshot() throws -> [String: [UInt8]] {
        var content: [String: [UInt8]] = [:]
        for file in files { content[file] = (try? read(file)) ?? [] }
        return content
    }
}

extension KeyError {
    /// A failure of the test's own preparations.
    init(systemCall name: String) { self.init(.inputOutput, "\(name) failed: \(String(cString: strerror(errno)))") }
}

extension Keyring {
    /// Reads a keyring from text.
    init(_ text: String, name: UTF8Text = "test") throws {
        self = try Keyring(KeyringText(copying: Array(text.utf8).span), name: name)
    }

    /// The keyring as text.
    var string: String {
        get throws {
            try text().withBytes { text in String(decoding: text.indices.map { text[$0] }, as: UTF8.self) }
        }
    }
}
