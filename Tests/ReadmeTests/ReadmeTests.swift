import Foundation
import PushPayload
import Testing

@Suite("README")
struct ReadmeTests {
    @Test("the README prints the program that is compiled here")
    func exampleIsPrinted() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let source = try String(contentsOf: folder.appending(path: "ReadmeExample.swift"), encoding: .utf8)
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
        let begin = try #require(lines.firstIndex { $0.hasSuffix("// README begins") })
        let end = try #require(lines.firstIndex { $0.hasSuffix("// README ends") })
        let example = lines[(begin + 1)..<end].map { $0.hasPrefix("    ") ? $0.dropFirst(4) : $0 }
        let readme = try String(contentsOf: folder.appending(path: "../../README.md"), encoding: .utf8)
        let program = "import PushOpener\nimport PushSealer\n\n" + example.joined(separator: "\n")
        #expect(readme.contains("```swift\n\(program)\n```"))
    }

    @Test("the README's payload is the fixture that its commands seal")
    func payloadIsFixture() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        let block = try #require(readme.firstMatch(of: /```json\n((?s).*?)```/)?.output.1)
        let fixture = "Fixtures/payloads/alert/bank-payment-received.json"
        #expect(readme.contains("sealedpush seal \(fixture) "))
        let bytes = try Data(contentsOf: root.appending(path: fixture))
        #expect(try Payload(parsing: Array(String(block).utf8)) == Payload(parsing: Array(bytes)))
    }

    @Test("the program prints a sealed body and the opened text")
    func exampleWorks() throws {
        var printed: [String] = []
        try readmeExample { printed.append($0) }
        #expect(printed.count == 2)
        let body = try #require(printed.first)
        #expect(body.contains("New activity") && body.contains(#""sealed":"#))
        #expect(!body.contains("Jane") && !body.contains("DE89"))
        #expect(printed.last == "€ 240 from Jane")
    }

    @Test("each page with Swift examples has a test that compiles them")
    func pagesAreCompiled() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
        var tests: [String] = []
        let files = FileManager.default.enumerator(at: root.appending(path: "Tests"), includingPropertiesForKeys: nil)
        while let file = files?.nextObject() as? URL {
            if file.lastPathComponent == ".build" { files?.skipDescendants() }
            guard file.lastPathComponent.hasSuffix("Snippets.swift") else { continue }
            tests.append(try String(contentsOf: file, encoding: .utf8))
        }
        let folder = root.appending(path: "Documentation")
        let pages = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".md") }
        var count = 0
        // The examples of backends.md and census.md are lines of a manifest.
        for page in pages where !["backends.md", "census.md"].contains(page) {
            let text = try String(contentsOf: folder.appending(path: page), encoding: .utf8)
            guard text.contains("```swift") else { continue }
            count += 1
            #expect(tests.contains { $0.contains("\"\(page)\"") || $0.contains("/\(page)\"") }, "\(page)")
        }
        #expect(count >= 7)
    }
}
