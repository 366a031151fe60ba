import DeliveryStore
import Foundation
import GRDB
import Testing

/// SQLite restores a file from a journal, or copies a log into it, before it looks at what the file is, and deletes both.
@Suite("SQLite changes no file that is not a store")
struct ForeignFileTests {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    private var files: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
    }

    /// The header of a journal that cuts a file to one page of 512 bytes (SQLite, "Database File Format", section 3).
    private static let journal: Data = {
        let mark: [UInt8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]
        let numbers: [UInt8] = [0, 0, 0, 0, 1, 2, 3, 4, 0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 2, 0]
        return Data(mark + numbers + [UInt8](repeating: 0, count: 512 - mark.count - numbers.count))
    }()

    private static let photo = Data(repeating: 0x41, count: 5000)

    private func expectCorrupt(_ path: String) {
        let error = #expect(throws: DeliveryStoreError.self) { try DeliveryStore(path: path).badge() }
        #expect(error?.code == .corrupt)
    }

    @Test("a journal beside another kind of file does not cut it")
    func journal() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let photo = folder.appending(path: "photo")
        try Self.photo.write(to: photo)
        try Self.journal.write(to: folder.appending(path: "photo-journal"))
        expectCorrupt(photo.path)
        #expect(try Data(contentsOf: photo) == Self.photo)
        #expect(try Data(contentsOf: folder.appending(path: "photo-journal")) == Self.journal)
    }

    @Test("a journal beside another program's database is not applied")
    func otherDatabase() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "s").path
        try DatabaseQueue(path: path).write {
            try $0.execute(sql: "CREATE TABLE mine (a); PRAGMA user_version = 2")
        }
        let before = try Data(contentsOf: URL(filePath: path))
        try Self.journal.write(to: folder.appending(path: "s-journal"))
        expectCorrupt(path)
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
        #expect(try files == ["s", "s-journal"])
    }

    @Test("a store's log beside another kind of file is not copied into it")
    func log() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "s").path
        let store = DeliveryStore(path: path)
        try store.setBadge(7)
        // All pages of the store stand in its log.
        try DatabaseQueue(path: path).writeWithoutTransaction { try $0.execute(sql: "VACUUM") }
        let photo = folder.appending(path: "photo")
        try Self.photo.write(to: photo)
        try FileManager.default.copyItem(atPath: path + "-wal", toPath: photo.path + "-wal")
        expectCorrupt(photo.path)
        #expect(try Data(contentsOf: photo) == Self.photo)
        #expect(try store.badge() == 7)
    }

    @Test("the journal of a file that was moved away is neither applied nor deleted")
    func movedAway() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try Self.journal.write(to: folder.appending(path: "s-journal"))
        expectCorrupt(folder.appending(path: "s").path)
        #expect(try files == ["s-journal"])
        #expect(try Data(contentsOf: folder.appending(path: "s-journal")) == Self.journal)
    }

    @Test("a file with a journal's name and other content is not deleted")
    func text() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let text = Data("Dear diary".utf8)
        try Data().write(to: folder.appending(path: "s"))
        try text.write(to: folder.appending(path: "s-journal"))
        expectCorrupt(folder.appending(path: "s").path)
        #expect(try Data(contentsOf: folder.appending(path: "s-journal")) == text)
    }
}
