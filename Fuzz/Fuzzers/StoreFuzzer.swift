import DeliveryStore
import Foundation
import KeyManagement
import PushOpener
import ServiceExtension

/// Opens and uses a store whose file is hostile.
///
/// After an even first byte the input is a store's file. After an odd one it is changes of a good store: two bytes choose
/// one of the bytes that are in use, the third is its new value.
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

/// Uses a store of these bytes: it answers or throws its own error, and the file is neither replaced nor, if it is no store,
/// changed.
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
            throw Violation(description: "every error is the store's own: \(error)")
        }
    }
    _ = try call { try store.remember(SampleStore.envelope, request: "one", until: 100, now: 50) }
    let other = [UInt8](repeating: 9, count: 16)
    if try call({ try store.remember(other, request: "a", until: .max, now: 50) }) == .first {
        let again = try call { try store.remember(other, request: "b", until: .max, now: 50) }
        try demand(again == nil || again == .replayed, "an envelope that was remembered is known")
    }
    _ = try call { try store.note(2, of: SampleStore.stream) }
    _ = try call { try store.badge() }
    _ = try call { try store.countBadge(for: "two") }
    try demand(file.identity == identity, "the file is never replaced")
    // A good header of another journal mode is changed before the rows are read.
    if answers == 0, bytes.dropFirst(18).prefix(2).elementsEqual([2, 2]) {
        try demand(file.read() == bytes, "a file that is no store is not changed")
    }
}

/// A good store to change.
private enum SampleStore {
    static let envelope = [UInt8](repeating: 7, count: 16)
    static let stream = SequenceStream(
        sender: nil, recipient: KeyID(rawValue: 7), topic: FixedKeys.topic, audience: "account")

    /// The bytes of a store with a few rows, the same in every run.
    static let file: [UInt8] = {
        let file = StoreFile()
        defer { file.remove() }
        do {
            let store = DeliveryStore(path: file.path)
            for byte in 0..<8 as Range<UInt8> {
                _ = try store.remember([UInt8](repeating: byte, count: 16), request: "one", until: 100, now: 50)
                _ = try store.countBadge(for: "request \(byte)")
            }
            _ = try store.note(1, of: stream)
        } catch {
            fatalError("a store cannot be made: \(error)")
        }
        return file.read()
    }()

    /// The indices of the bytes that are not in the unused part of a page, as far as zeros tell.
    static let used = file.indices.filter { index in
        file[max(0, index - 4)..<min(file.count, index + 5)].contains { $0 != 0 }
    }
}

/// A temporary file, in memory where the machine has a folder for that: SQLite waits for a disk.
private struct StoreFile {
    let path: String

    init() {
        let memory = "/dev/shm"
        let folder = access(memory, W_OK) == 0 ? memory : FileManager.default.temporaryDirectory.path
        path = "\(folder)/sealedpush-fuzz-\(UUID().uuidString)"
    }

    func write(_ bytes: [UInt8]) { try? Data(bytes).write(to: URL(fileURLWithPath: path)) }

    func read() -> [UInt8] { Array((try? Data(contentsOf: URL(fileURLWithPath: path))) ?? Data()) }

    /// The file behind the path.
    var identity: UInt64 {
        var metadata = stat()
        return stat(path, &metadata) == 0 ? UInt64(metadata.st_ino) : 0
    }

    func remove() {
        for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
    }
}
