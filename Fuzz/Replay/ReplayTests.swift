import Foundation
import Testing

/// The inputs in `Fixtures/fuzz`: a corpus in `NAME.txt`, one line of base64 for each input, and every input that violated a
/// law in `NAME/`.
@Suite("replay of the fuzzing corpus")
struct ReplayTests {
    static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures/fuzz")

    static func corpus(of fuzzer: Fuzzer) throws -> [[UInt8]] {
        let text = try String(contentsOf: folder.appending(path: "\(fuzzer.rawValue).txt"), encoding: .utf8)
        return try text.split(separator: "\n").map { Array(try #require(Data(base64Encoded: String($0)))) }
    }

    /// Returns the inputs that violated a law, sorted by name.
    static func findings(of fuzzer: Fuzzer) throws -> [(name: String, bytes: [UInt8])] {
        let folder = folder.appending(path: fuzzer.rawValue)
        guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map { name in
            (name, Array(try Data(contentsOf: folder.appending(path: name))))
        }
    }

    @Test("the corpus violates no law", arguments: Fuzzer.allCases)
    func keptCorpus(fuzzer: Fuzzer) throws {
        let inputs = try Self.corpus(of: fuzzer)
        #expect(inputs.count >= 10)
        for (line, input) in inputs.enumerated() {
            #expect(throws: Never.self, "line \(line + 1) of \(fuzzer.rawValue).txt") { try fuzzer.run(input) }
        }
    }

    @Test("earlier findings violate no law", arguments: Fuzzer.allCases)
    func oldFindings(fuzzer: Fuzzer) throws {
        for finding in try Self.findings(of: fuzzer) {
            #expect(throws: Never.self, "\(finding.name)") { try fuzzer.run(finding.bytes) }
        }
    }

    @Test("eight mutations of each corpus input violate no law", arguments: Fuzzer.allCases)
    func mutatedCorpus(fuzzer: Fuzzer) throws {
        var generator = Mutator(seed: 20_261_121)
        for (line, input) in try Self.corpus(of: fuzzer).enumerated() {
            for change in 0..<8 {
                let changed = generator.mutate(input)
                #expect(throws: Never.self, "line \(line + 1) of \(fuzzer.rawValue).txt, change \(change)") {
                    try fuzzer.run(changed)
                }
            }
        }
    }

    @Test("every finding belongs to a fuzzer")
    func noStrayFinding() throws {
        let names = Set(Fuzzer.allCases.flatMap { [$0.rawValue, "\($0.rawValue).txt"] })
        for entry in try FileManager.default.contentsOfDirectory(atPath: Self.folder.path) {
            #expect(names.contains(entry), "\(entry)")
        }
    }
}
