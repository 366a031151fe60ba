import DeliveryStore
import Foundation
import Testing

@Suite("A store is a regular file that its owner alone can read")
struct StorePathTests {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    private var files: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
    }

    @Test(
        "a path that SQLite reads as an in-memory database, a temporary one or a URI is refused",
        arguments: [
            "", ":memory:", "file:memory?mode=memory", "file::memory:", "a\u{0}b",
        ])
    func noFile(path: String) {
        let error = #expect(throws: DeliveryStoreError.self) { try DeliveryStore(path: path).badge() }
        #expect(error?.code == .invalidPath)
    }

    @Test("a dangling link does not create a store")
    func danglingLink() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let link = folder.appending(path: "link").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.appending(path: "s").path)
        let error = #expect(throws: DeliveryStoreError.self) { try DeliveryStore(path: link).badge() }
        #expect(error?.code == .invalidPath)
        #expect(try files == ["link"])
    }

    @Test("a journal that names another file, which SQLite would delete, is refused")
    func superJournal() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "s").path
        try DeliveryStore(path: path).setBadge(7)
        // SQLite, "Database File Format", section 3: the name of a super-journal stands before these eight bytes.
        let mark: [UInt8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]
        try Data(mark + [UInt8](repeating: 0, count: 504) + mark).write(to: URL(filePath: path + "-journal"))
        let error = #expect(throws: DeliveryStoreError.self) { try DeliveryStore(path: path).badge() }
        #expect(error?.code == .corrupt)
    }

    @Test(
        "a file beside the store that is another file's second name, or a pipe, is refused",
        arguments: ["-wal", "-shm", "-journal"])
    func foreignCompanion(suffix: String) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "s").path
        try Data().write(to: URL(filePath: path))
        let precious = folder.appending(path: "precious")
        try Data("precious".utf8).write(to: precious)
        try FileManager.default.linkItem(at: precious, to: URL(filePath: path + suffix))
        let linked = #expect(throws: DeliveryStoreError.self) { try DeliveryStore(path: path).setBadge(7) }
        #expect(linked?.code == .invalidPath)
        #expect(try Data(contentsOf: precious) == Data("precious".utf8))
        #expect(unlink(path + suffix) == 0 && mkfifo(path + suffix, 0o600) == 0)
        let piped = #expect(throws: DeliveryStoreError.self) { try DeliveryStore(path: path).setBadge(7) }
        #expect(piped?.code == .invalidPath)
    }

    @Test("a log, or a link in a folder, that everyone can change is refused", arguments: [true, false])
    func shared(isFolder: Bool) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = folder.appending(path: "s").path
        try DeliveryStore(path: store).setBadge(7)
        var path = store
        if isFolder {
            let open = folder.appending(path: "open").path
            path = open + "/link"
            try FileManager.default.createDirectory(atPath: open, withIntermediateDirectories: false)
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: store)
            #expect(chmod(open, 0o1777) == 0)
        } else {
            try Data().write(to: URL(filePath: store + "-wal"))
            #expect(chmod(store + "-wal", 0o666) == 0)
        }
        let error = #expect(throws: DeliveryStoreError.self) { try DeliveryStore(path: path).badge() }
        #expect(error?.code == .invalidPath)
    }

    @Test("a link to a store is the store")
    func link() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (store, link) = (folder.appending(path: "s").path, folder.appending(path: "link").path)
        try DeliveryStore(path: store).setBadge(7)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: store)
        #expect(try DeliveryStore(path: link).badge() == 7)
    }

    @Test(
        "a folder, a pipe and a device are refused, and nothing is waited for",
        arguments: ["folder", "pipe", "device"])
    func irregular(kind: String) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = kind == "device" ? "/dev/zero" : folder.appending(path: "s").path
        if kind == "folder" {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        }
        if kind == "pipe" { #expect(mkfifo(path, 0o600) == 0) }
        let error = #expect(throws: DeliveryStoreError.self) { try DeliveryStore(path: path).badge() }
        #expect(error?.code == .invalidPath)
    }

    @Test("a deleted store is recreated, although SQLite's log of the old one exists")
    func strayLog() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "s").path
        let old = DeliveryStore(path: path)
        try old.setBadge(7)
        // The old store is open, so that its log is there.
        #expect(try files == ["s", "s-shm", "s-wal"])
        let copy = folder.appending(path: "copy").path
        try FileManager.default.copyItem(atPath: path + "-wal", toPath: copy + "-wal")
        #expect(try DeliveryStore(path: copy).badge() == 0)
        #expect(try old.badge() == 7)
    }
}
