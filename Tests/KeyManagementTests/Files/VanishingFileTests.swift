import Foundation
import StrictJSON
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

    @Test("a socket in the place of the lock is an input/output error")
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
        expectError(.inputOutput) { try folder.directory.generate("a", role: .device, at: 1) }
    }

    @Test("a folder that is removed is an input/output error, for the lock and for new content")
    func removedFolder() throws {
        let opened = try KeyFolder(making: "\(folder.path)/keys")
        #expect(rmdir("\(folder.path)/keys") == 0)
        expectError(.inputOutput) {
            let lock = try FolderLock(on: opened)
            extendLifetime(lock)
        }
        expectError(.inputOutput) {
            try opened.writeTemporary(KeyringFiles.File(name: "a.log", content: .appended([]), mode: 0o600))
        }
    }

    @Test("a log that is rotated away at any moment fails no change and costs no event")
    func rotatedLog() throws {
        let event = try #require(
            try Keyring.generate(name: "a", role: .device, at: 1).unsavedEvents.first)
        let line = String(decoding: event.json.serialized(), as: UTF8.self) + "\n"
        let earlier = "{\"at\":0}\n"
        try folder.write(earlier, to: "a.log")
        let opened = try KeyFolder(folder.path)
        let log = KeyringFiles.File(name: "a.log", content: .appended([event.json]), mode: 0o600)
        let path = "\(folder.path)/a.log"
        let isEnded = Mutex(false)
        let end = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            while !isEnded.withLock({ $0 }) {
                rename(path, path + ".1")
                rename(path + ".1", path)
            }
            end.signal()
        }
        defer {
            isEnded.withLock { $0 = true }
            end.wait()
        }
        for _ in 0..<2000 {
            try opened.writeTemporary(log)
            let written = try folder.text(".a.log.new")
            #expect(written == line || written == earlier + line)
            unlink("\(folder.path)/.a.log.new")
        }
    }
}
