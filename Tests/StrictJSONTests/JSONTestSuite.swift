import Foundation

/// The inputs of Nicolas Seriot's JSONTestSuite, `Fixtures/published/json_test_suite.json`, by file name.
struct JSONTestSuite: Decodable {
    /// The inputs that a parser must accept, must refuse, and may treat either way.
    let accepted, refused, either: [String: Input]

    /// The bytes of an input, written as hexadecimal runs: `5b*3 0a` is `5b 5b 5b 0a`.
    struct Input: Decodable {
        struct NotRuns: Error {}

        let bytes: [UInt8]

        init(from decoder: any Decoder) throws {
            bytes = try decoder.singleValueContainer().decode(String.self).split(separator: " ").flatMap { run in
                let parts = run.split(separator: "*", maxSplits: 1, omittingEmptySubsequences: false)
                let digits = parts[0].compactMap(\.hexDigitValue)
                guard digits.count == parts[0].count, digits.count.isMultiple(of: 2),
                    let count = parts.count == 1 ? 1 : Int(parts[1])
                else { throw NotRuns() }
                let unit = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
                return [[UInt8]](repeating: unit, count: count).flatMap(\.self)
            }
        }
    }

    private static let file = Result {
        let root = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let data = try Data(contentsOf: root.appending(path: "Fixtures/published/json_test_suite.json"))
        return try JSONDecoder().decode(JSONTestSuite.self, from: data)
    }

    /// Returns the suite, which is read once; a test that calls this fails if the file cannot be read.
    static func published() throws -> JSONTestSuite { try file.get() }
}
