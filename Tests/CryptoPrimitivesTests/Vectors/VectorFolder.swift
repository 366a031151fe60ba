import Foundation

/// The published vectors, which lie beside the project and are not part of it.
enum VectorFolder {
    static let url = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(components: "shared", "vectors")

    /// The reason that a skipped test is reported with.
    static let absence = "the published vectors are not beside the project, in ../shared/vectors"

    /// Whether the vectors are there; says so on standard output, once, when they are not.
    static let isPresent: Bool = {
        let isPresent = FileManager.default.fileExists(atPath: url.path)
        if !isPresent { print("SKIPPED: the conformance tests of CryptoPrimitives: \(absence)") }
        return isPresent
    }()

    static func decode<Content: Decodable>(_ type: Content.Type, from path: String) throws -> Content {
        try JSONDecoder().decode(type, from: Data(contentsOf: url.appending(path: path)))
    }
}
