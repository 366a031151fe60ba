import Foundation
import Testing

/// Documentation/extension-contract.md names the tests that hold each sentence; here its names are held to the sources.
@Suite("The page of the contract names tests that there are")
struct ContractPageTests {
    struct Row {
        let number: String
        let tests: [String]
        let isAbsent: Bool
    }

    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Sentences about what Linux does not have; one that a test could hold must not be added.
    static let absent: Set = [
        "7.7", "8.12", "9.8", "9.14", "10.11", "11.17", "11.22", "12.16", "12.17", "13.7", "13.9",
    ]

    /// The points that Apple does not document, by their switches.
    static let switches = [
        "SystemPolicy.callsForAlertText", "SystemPolicy.callsForLocalizationKeys", "SystemPolicy.grace",
        "ProcessLimits.memory", "ProcessLimits.processes", "SystemPolicy.pushesAtOnce",
        "SystemPolicy.lastAnswerCounts", "SystemPolicy.userInfoHasAPS", "SystemPolicy.badAttachmentShowsOriginal",
        "SystemPolicy.attachmentMegabyte", "LocalizationPolicy.prefersKeys", "LocalizationPolicy.missingArgument",
        "LocalizationPolicy.formatsNumbers", "SystemPolicy.removalDelay",
    ]

    /// The cells of each row of the page's tables.
    static func cells() throws -> [[String]] {
        let page = try String(contentsOf: root.appending(path: "Documentation/extension-contract.md"), encoding: .utf8)
        return page.split(separator: "\n").filter { $0.hasPrefix("|") }.map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    /// The rows of the sentences: number, subject, source, tests.
    static func rows() throws -> [Row] {
        try cells().compactMap { cells in
            guard cells.count == 4, cells[0].wholeMatch(of: /\d+\.\d+/) != nil else { return nil }
            let tests = cells[3].matches(of: /“([^”]+)”/).map { String($0.output.1) }
            return Row(number: cells[0], tests: tests, isAbsent: cells[3].hasPrefix("none: "))
        }
    }

    /// The names of all tests of the package, and of the package Frameworks.
    static func names() throws -> Set<String> {
        var names: Set<String> = []
        for folder in ["Tests", "Frameworks/Tests"] {
            let files = FileManager.default.enumerator(
                at: root.appending(path: folder), includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
            for case let file as URL in try #require(files) where file.pathExtension == "swift" {
                let source = try String(contentsOf: file, encoding: .utf8)
                for match in source.matches(of: /@Test\(\s*"((?:[^"\\]|\\.)*)"/) {
                    names.insert(String(match.output.1).replacing("\\\"", with: "\""))
                }
            }
        }
        return names
    }

    @Test("every sentence of sections 7 to 14 has its row, in order, and every switch stands in one")
    func complete() throws {
        let numbers = try Self.rows().map(\.number)
        let sections = [(7, 29), (8, 15), (9, 15), (10, 16), (11, 22), (12, 19), (13, 10), (14, 13)]
        let expected = sections.flatMap { section, count in (1...count).map { "\(section).\($0)" } }
        #expect(numbers == expected)
        let subjects = try Self.cells().filter { $0.count == 4 }.map { $0[1] }
        let switches = subjects.flatMap { $0.matches(of: /\(`([A-Z]\w+\.\w+)`\)/).map { String($0.output.1) } }
        #expect(switches == Self.switches)
        let sources = try [
            "Phone/AppStrings/LocalizationPolicy.swift", "Tools/ExtensionHost/Host/SystemPolicy.swift",
            "Tools/ExtensionHost/Process/ExtensionProcessHost.swift",
        ].map { try String(contentsOf: Self.root.appending(path: "Sources/\($0)"), encoding: .utf8) }.joined()
        for name in switches { #expect(sources.contains("var \(name.split(separator: ".")[1])"), "\(name)") }
    }

    @Test("every test that the page names is in the sources, and every sentence that can be tested has one")
    func held() throws {
        let names = try Self.names()
        #expect(names.count > 500)
        for row in try Self.rows() {
            let unknown = row.tests.filter { !names.contains($0) }
            #expect(unknown.isEmpty, "\(row.number)")
            let isUntested = Self.absent.contains(row.number)
            #expect(row.isAbsent == isUntested, "\(row.number)")
            #expect(row.tests.isEmpty == isUntested, "\(row.number)")
        }
    }
}
