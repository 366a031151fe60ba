import Foundation

/// The Swift examples of a document, which stand line by line in a test that compiles them; indentation does not count.
///
/// A manifest is none of them: `Scripts/check-readme` builds its package.
package struct DocumentExamples {
    /// The lines of each example.
    package let examples: [ArraySlice<String>]
    /// The lines of the test, and of a second file.
    package let source: [String]

    /// Reads a document in the folder `Documentation`, the file of the test, and a second file that compiles examples.
    package init(of document: String, and second: String? = nil, test: String = #filePath) throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let page = try Self.lines(of: root.appending(path: "Documentation/\(document)"))
        examples = page.split { $0.hasPrefix("```") }.filter { example in
            example.startIndex > 0 && page[example.startIndex - 1] == "```swift"
                && !page[example.startIndex].hasPrefix("// swift-tools-version")
        }
        source =
            try Self.lines(of: URL(filePath: test))
            + (second.map { try Self.lines(of: root.appending(path: $0)) } ?? [])
    }

    /// The lines of the examples that do not stand in the test.
    package var uncompiledLines: [String] {
        examples.joined().filter { !$0.isEmpty && !source.contains($0) }
    }

    private static func lines(of file: URL) throws -> [String] {
        try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }
    }
}
