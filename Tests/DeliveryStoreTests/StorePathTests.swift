import DeliveryStore
import Foundation
import Testing

@Suite("A store is a regular file in a folder of its owner alone")
struct StorePathTests {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

    init() { #expect(mkdir(folder.path, 0o700) == 0) }

    private var files: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
    }

    @Test(
        "a path that SQLite reads as an in-memory database, a temporary one or a URI is refused",
        arguments: [
            "", ":memory:", "file:memory?mode=memory", "file::memory:", "a\u{0}b",
        ])
    func noFile(path: String) {
        let error = #expect(throws: DeliveryStoreError.self) { try DeliveryStore(path: path, bounds: .patient).badge() }
        #expect(error?.code == .invalidPath)
    }

    @Test("a dangling link does not create a store")
    func danglingLink() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let link = folder.appending(path: "link").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.appending(path: "s").path)
        let error = #expect(throws: DeliveryStoreError.self) { try DeliveryStore(path: link, bounds: .patient).badge() }
        #expect(error?.code == .invalidPath)
        #expect(try files == ["link"])
    }

    @Test(
        "a folder that another user can write to is refused, with a store and without",
        arguments: [0o720, 0o702, 0o777, 0o1777])
    func openFolder(mode: mode_t) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "s").path
        func code() -> DeliveryStoreError.Code? {
            #expect(throws: DeliveryStoreError.self) { try DeliveryStore(path: path, bounds: .patient).badge() }?.code
        }
        #expect(chmod(folder.path, mode) == 0)
        #expect(code() == .insecureFolder)
        #expect(try files == [])
        #expect(chmod(folder.path, 0o755) == 0)
        try DeliveryStore(path: path, bounds: .patient).setBadge(7)
        #expect(chmod(folder.path, mode) == 0)
        #expect(code() == .insecureFolder)
        #expect(chmod(folder.path, 0o700) == 0)
        #expect(try DeliveryStore(path: path, bounds: .patient).badge() == 7)
    }

    @Test("a folder and a file of another user are refused", .enabled(if: geteuid() == 0, "only root can make them"))
    func owner() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "s").path
        try DeliveryStore(path: path, bounds: .patient).setBadge(7)
        for (item, code) in [(folder.path, .insecureFolder), (path, .insecurePermissions)]
            as [(String, DeliveryStoreError.Code)]
        {
            #expect(chown(item, 65534, 65534) == 0)
            let error = #expect(throws: DeliveryStoreError.self) {
                try DeliveryStore(path: path, bounds: .patient).badge()
            }
            #expect(error?.code == code)
            #expect(chown(item, 0, 0) == 0)
        }
        #expect(try DeliveryStore(path: path, bounds: .patient).badge() == 7)
    }

    @Test("a link to a store is refused")
    func link() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (store, link) = (folder.appending(path: "s").path, folder.appending(path: "link").path)
        try DeliveryStore(path: store, bounds: .patient).setBadge(7)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: store)
        let error = #expect(throws: DeliveryStoreError.self) { try DeliveryStore(path: link, bounds: .patient).badge() }
        #expect(error?.code == .invalidPath)
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
        let error = #expect(throws: DeliveryStoreError.self) { try DeliveryStore(path: path, bounds: .patient).badge() }
        #expect(error?.code == .invalidPath)
    }

    @Test("a deleted store is recreated, although SQLite's log of the old one exists")
    func strayLog() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "s").path
        let old = DeliveryStore(path: path, bounds: .patient)
        try old.setBadge(7)
        // The old store is open, so that its log is there.
        #expect(try files == ["s", "s-shm", "s-wal"])
        let copy = folder.appending(path: "copy").path
        try FileManager.default.copyItem(atPath: path + "-wal", toPath: copy + "-wal")
        #expect(try DeliveryStore(path: copy, bounds: .patient).badge() == 0)
        #expect(try old.badge() == 7)
    }
}
