import DeliveryStore
import Foundation
import KeyManagement
import PushOpener

@testable import SealedNotifications

/// Fuzzes the delivery store with a hostile file.
///
/// If the first byte is even, the other bytes are the file. If it is odd, they are changes to a valid file: two bytes select
/// one of the used bytes, the third is the new value.
func fuzzStore(_ bytes: [UInt8]) throws(Violation) {
    guard let first = bytes.first else { return }
    guard !first.isMultiple(of: 2) else { return try checkStore(Array(bytes.dropFirst())) }
    var file = SampleStore.file
    for start in stride(from: 1, to: bytes.count - 2, by: 3) {
        let choice = Int(bytes[start]) << 8 | Int(bytes[start + 1])
        file[SampleStore.used[choice % SampleStore.used.count]] = bytes[start + 2]
    }
    try checkStore(file)
}

/// Checks that a store with this file returns results or throws its own errors, and does not replace the file, or change
/// it if it is not a store.
private func checkStore(_ bytes: [UInt8]) throws(Violation) {
    // An empty file becomes a store.
    guard !bytes.isEmpty else { return }
    let file = StoreFile()
    defer { file.remove() }
    file.write(bytes)
    let identity = file.identity
    let store = DeliveryStore(path: file.path)
    var answers = 0
    func call<Answer>(_ body: () throws -> Answer) throws(Violation) -> Answer? {
        do {
            let answer = try body()
            answers += 1
            return answer
        } catch is DeliveryStoreError {
            return nil
        } catch {
            throw Violation(description: "every error is a DeliveryStoreError: \(error)")
        }
    }
    _ = try call {
        try store.remember(
            SampleStore.envelope, request: "one", until: SampleStore.end, issuedAt: SampleStore.now,
            now: SampleStore.now)
    }
    let other = [UInt8](repeating: 9, count: 16)
    if try call({
        try store.remember(other, request: "a", until: .distantFuture, issuedAt: SampleStore.now, now: SampleStore.now)
    }) == .first {
        let again = try call {
            try store.remember(
                other, request: "b", until: .distantFuture, issuedAt: SampleStore.now, now: SampleStore.now)
        }
        try demand(again == nil || again == .replayed, "a remembered envelope is a replay")
    }
    _ = try call { try store.note(2, of: SampleStore.stream) }
    _ = try call { try store.badge() }
    _ = try call { try store.countBadge(for: "two") }
    try demand(file.identity == identity, "the file is never replaced")
    // SQLite changes a valid header with another journal mode before it reads rows.
    if answers == 0, bytes.dropFirst(18).prefix(2).elementsEqual([2, 2]) {
        try demand(file.read() == bytes, "a file that is not a store is not changed")
    }
}

/// A valid store.
private enum SampleStore {
    static let envelope = [UInt8](repeating: 7, count: 16)
    static let now = Date(timeIntervalSince1970: 50)
    static let end = now + 50
    static let stream = SequenceStream(
        sender: nil, recipient: FixedKeys.device.keys[0].thumbprint, topic: FixedKeys.topic, audience: "account")

    /// The file of a store with a few rows, the same in every run.
    static let file: [UInt8] = {
        let file = StoreFile()
        defer { file.remove() }
        do {
            let store = DeliveryStore(path: file.path)
            for byte in 0..<8 as Range<UInt8> {
                _ = try store.remember(
                    [UInt8](repeating: byte, count: 16), request: "one", until: end, issuedAt: now, now: now)
                _ = try store.countBadge(for: "request \(byte)")
            }
            _ = try store.note(1, of: stream)
        } catch {
            fatalError("cannot create a store: \(error)")
        }
        return file.read()
    }()

    /// The indices of the used bytes: those with a byte other than zero within four bytes.
    static let used = file.indices.filter { index in
        file[max(0, index - 4)..<min(file.count, index + 5)].contains { $0 != 0 }
    }
}

/// A temporary file, in `/dev/shm` if possible, since SQLite waits for the disk.
private struct StoreFile {
    let path: String
    private let parent: String

    init() {
        let memory = "/dev/shm"
        let folder = access(memory, W_OK) == 0 ? memory : FileManager.default.temporaryDirectory.path
        // A store is in no folder that everyone can write to.
        parent = "\(folder)/sealedpush-fuzz-\(UUID().uuidString)"
        mkdir(parent, 0o700)
        path = "\(parent)/store"
    }

    func write(_ bytes: [UInt8]) { try? Data(bytes).write(to: URL(fileURLWithPath: path)) }

    func read() -> [UInt8] { Array((try? Data(contentsOf: URL(fileURLWithPath: path))) ?? Data()) }

    /// The inode of the file; 0 if there is none.
    var identity: UInt64 {
        var metadata = stat()
        return stat(path, &metadata) == 0 ? UInt64(metadata.st_ino) : 0
    }

    func remove() {
        for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
        rmdir(parent)
    }
}
