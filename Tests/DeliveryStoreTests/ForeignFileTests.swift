import DeliveryStore
import Foundation
import GRDB
import Testing

@Suite("A file that is not a store is refused and stays as it is")
struct ForeignFileTests {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

    init() { #expect(mkdir(folder.path, 0o700) == 0) }

    /// Requires that the file `s` is refused as corrupt, unchanged, and that nothing is made beside it.
    private func expectUnchanged() throws {
        let path = folder.appending(path: "s").path
        let before = try Data(contentsOf: URL(filePath: path))
        let error = #expect(throws: DeliveryStoreError.self) { try DeliveryStore(path: path, bounds: .patient).badge() }
        #expect(error?.code == .corrupt)
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["s"])
    }

    @Test("another kind of file", arguments: [1, 99, 5000])
    func otherKind(byteCount: Int) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(repeating: 0x41, count: byteCount).write(to: folder.appending(path: "s"))
        try expectUnchanged()
    }

    @Test("another program's database, with and without a mark", arguments: [0, 7])
    func otherDatabase(mark: Int) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try DatabaseQueue(path: folder.appending(path: "s").path).write { database in
            try database.execute(
                sql: "CREATE TABLE mine (a); PRAGMA user_version = 2; PRAGMA application_id = \(mark)")
        }
        try expectUnchanged()
    }

    @Test("a database without tables whose mark is another program's")
    func emptyDatabase() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try DatabaseQueue(path: folder.appending(path: "s").path).write { database in
            try database.execute(sql: "PRAGMA application_id = 7")
        }
        try expectUnchanged()
    }
}
