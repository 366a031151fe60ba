import Foundation

/// The names of all tests of this package, as their sources have them.
enum TestNames {
    static let root = PayloadFixture.folder.deletingLastPathComponent().deletingLastPathComponent()

    /// What stands in `@Test("…")`.
    static let all: Set<String> = {
        let files = FileManager.default.enumerator(
            at: root.appending(path: "Tests"), includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
        var names: Set<String> = []
        for case let file as URL in files ?? FileManager.DirectoryEnumerator() where file.pathExtension == "swift" {
            guard let text = try? String(contentsOf: file, encoding: .utf8) else { continue }
            for match in text.matches(of: /@Test\(\s*"([^"]+)"/) { names.insert(String(match.output.1)) }
        }
        return names
    }()
}
