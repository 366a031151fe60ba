import Foundation

/// The payloads in `Fixtures/payloads`, in folders that are named after push types.
enum PayloadFixtures {
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static let folder = root.appending(path: "Fixtures/payloads")

    static let paths = (FileManager.default.subpaths(atPath: folder.path) ?? [])
        .filter { $0.hasSuffix(".json") }.sorted()

    static func bytes(_ path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appending(path: path)))
    }
}
