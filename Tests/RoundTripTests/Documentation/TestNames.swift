import Foundation

/// The names of all tests of this package, as their sources have them.
enum TestNames {
    static let root = PayloadFixture.folder.deletingLastPathComponent().deletingLastPathComponent()

    /// The texts in `@Test("…")`, and the headings of transcripts.
    static let all: Set<String> = {
        let files = FileManager.default.enumerator(
            at: root.appending(path: "Tests"), includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
        var names: Set<String> = []
        for case let file as URL in files ?? FileManager.DirectoryEnumerator() {
            let isTranscript = file.path.contains("/Transcripts/") && file.pathExtension == "txt"
            guard isTranscript || file.pathExtension == "swift" else { continue }
            guard let text = try? String(contentsOf: file, encoding: .utf8) else { continue }
            let name = isTranscript ? /(?m)^# (.+)$/ : /@Test\(\s*"([^"]+)"/
            for match in text.matches(of: name) { names.insert(String(match.output.1)) }
        }
        return names
    }()
}
