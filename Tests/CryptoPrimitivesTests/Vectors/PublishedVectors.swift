import Foundation

/// The folder of the published vectors, `Fixtures/published`; its README describes the files.
enum PublishedVectors {
    static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fixtures/published")

    /// Decodes the file `name`.json.
    static func decode<Content: Decodable>(_ type: Content.Type, from name: String) throws -> Content {
        try JSONDecoder().decode(type, from: Data(contentsOf: folder.appending(path: "\(name).json")))
    }
}
