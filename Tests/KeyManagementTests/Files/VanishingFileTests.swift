import Foundation
import Synchronization
import TestSupport
import Testing

@testable import KeyManagement

@Suite("Files that others remove or replace during a change")
struct VanishingFileTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("a socket in the place of the lock is refused")
    func socketAsLock() throws {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: "\(folder.path)/.lock".utf8) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let isBound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) == 0 }
        }
        try #require(isBound)
        expectError(.notRegularFile) { try folder.directory.generate("a", role: .device, at: 1) }
    }

    @Test("a folder that is removed is an input/output error")
    func removedFolder() throws {
        let opened = try KeyFolder(making: "\(folder.path)/keys")
        #expect(rmdir("\(folder.path)/keys") == 0)
        expectError(.inputOutput) {
            let lock = try FolderLock(on: opened)
            extendLifetime(lock)
        }
    }

    @Test("a log that is rotated away at any moment fails no change and costs no event")
    func rotatedLog() throws {
        try folder.directory.generate("a", role: .device, at: 1)
        let path = "\(folder.path)/a.log"
        let isEnded = Mutex(false)
        let end = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            var count = 0
            while !isEnded.withLock({ $0 }) {
                if rename(path, "\(path).\(count)") == 0 { count += 1 }
            }
            end.signal()
        }
        let changes = 300
        for time in 0..<changes {
            try folder.directory.change("a") { keyring in
                keyring.keys = keyring.keys.suffix(1)
                try keyring.rotate(at: Date(timeIntervalSince1970: Double(time)))
            }
        }
        isEnded.withLock { $0 = true }
        end.wait()
        var lines: [String: Int] = [:]
        for file in folder.files where file.hasPrefix("a.log") {
            for line in try folder.text(file).split(separator: "\n") { lines[String(line), default: 0] += 1 }
        }
        // The two of the generation, and three of each change.
        #expect(lines.count == 2 + 3 * changes && lines.values.allSatisfy { $0 == 1 })
    }
}
