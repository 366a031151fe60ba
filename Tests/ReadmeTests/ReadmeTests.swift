import Foundation
import KeyManagement
import PushOpener
import PushSealer
import TestSupport
import Testing

@Suite("README")
struct ReadmeTests {
    @Test("the README and the guide to an extension print the programs that are compiled here")
    func examplesArePrinted() throws {
        let examples = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "ReadmeExamples.swift").path
        let readme = try DocumentExamples(of: "../README.md", test: examples)
        #expect(readme.examples.count == 2)
        #expect(
            readme.uncompiledLines == [
                "// The server's key, and the registrations of its devices: here those of the simulator.",
                "let folder = \"../SealedPush/Simulator/simulator/provider\"",
            ])
        let guide = try DocumentExamples(
            of: "SealedPush.docc/WritingTheExtension.md",
            and: "Tests/ExtensionHostTests/Documentation/OnTheDeviceSnippets.swift", test: examples)
        #expect(guide.examples.count == 5 && guide.uncompiledLines == ["@testable import BankExtension"])
    }

    @Test("the server prints a sealed body, which the phone opens")
    func serverSeals() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let bank = try KeyDirectory("\(folder)/keys").loadOrMake("provider", role: .provider)
        let phone = try Keyring.generate(name: "phone", role: .device)
        try await DeviceRegistry(KeyDirectory("\(folder)/registrations"), provider: bank)
            .import([(id: "jane", key: #require(phone.primary.devicePublicKey))])

        var printed: [String] = []
        await readmeServer(folder: folder) { printed.append($0) }
        let text = try #require(printed.first)
        #expect(printed.count == 1 && text.contains("New activity"))
        // With a space, which no envelope has.
        #expect(!text.contains("from Jane") && !text.contains("DE89 "))
        let opener = try Opener(
            keys: OpeningKeys(device: phone, provider: bank.publicHalf()), topic: "com.example.bank")
        let body = Array(text.utf8)
        let opened = try opener.open(body).payload
        #expect(opened.aps.alert?.body == "€ 240 from Jane")
        #expect(opened["account"] == "DE89 3704 0044 0532 0130 00")
    }

    @Test("the server without keys prints a sentence")
    func serverWithoutKeys() async {
        var printed: [String] = []
        await readmeServer(folder: "/nonexistent") { printed.append($0) }
        #expect(printed.count == 1 && printed.first?.hasPrefix("error: notFound: ") == true, "\(printed)")
    }

    @Test("each page with Swift examples has a test that compiles them")
    func pagesAreCompiled() throws {
        let tests = try Self.tests()
        let folder = Self.root.appending(path: "Documentation")
        let pages = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".md") }
        var count = 0
        // The example of backends.md is a line of a manifest.
        for page in pages where page != "backends.md" {
            let text = try String(contentsOf: folder.appending(path: page), encoding: .utf8)
            guard text.contains("```swift") else { continue }
            count += 1
            #expect(tests.contains { $0.contains("\"\(page)\"") || $0.contains("/\(page)\"") }, "\(page)")
        }
        #expect(count >= 10)
    }

    @Test("each line of an example on a product's page stands in a test")
    func productPagesAreCompiled() throws {
        let lines = Set(
            try Self.tests().flatMap { $0.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) } })
        let sources = Self.root.appending(path: "Sources").path
        let pages = try FileManager.default.subpathsOfDirectory(atPath: sources).filter { $0.hasSuffix(".md") }
        #expect(pages.count >= 24)
        var count = 0
        for page in pages {
            for example in try DocumentExamples(of: "../Sources/\(page)").examples {
                count += 1
                #expect(example.filter { !$0.isEmpty && !lines.contains($0) } == [], "\(page)")
            }
        }
        #expect(count >= 8)
    }

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

    /// The tests that compile examples.
    private static func tests() throws -> [String] {
        var tests: [String] = []
        let files = FileManager.default.enumerator(at: root.appending(path: "Tests"), includingPropertiesForKeys: nil)
        while let file = files?.nextObject() as? URL {
            if file.lastPathComponent == ".build" { files?.skipDescendants() }
            guard file.lastPathComponent.hasSuffix("Snippets.swift") || file.lastPathComponent.hasPrefix("Readme")
            else {
                continue
            }
            guard file.pathExtension == "swift" else { continue }
            tests.append(try String(contentsOf: file, encoding: .utf8))
        }
        return tests
    }
}
