import Foundation
import RoundTrip
import Testing

@Suite("The threat model says what is tested")
struct ThreatModelTests {
    /// The rows of all tables whose last column is "Held by", cell by cell.
    static func rows() throws -> [[String]] {
        let file = TestNames.root.appending(path: "Documentation/threat-model.md")
        let lines = try String(contentsOf: file, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false)
        var rows: [[String]] = []
        var isTable = false
        for line in lines {
            guard line.hasPrefix("|") else {
                isTable = false
                continue
            }
            let cells = line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
            if cells.last == "Held by" {
                isTable = true
            } else if isTable, !cells.allSatisfy({ $0.allSatisfy { $0 == "-" } }) {
                rows.append(cells)
            }
        }
        return rows
    }

    @Test("each claim names tests and laws, and each of those exists")
    func heldBy() throws {
        let rows = try Self.rows()
        #expect(rows.count >= 55)
        for row in rows {
            let holders = try #require(row.last)
            if let script = holders.firstMatch(of: #/^–, measured by `([^`]+)`$/#) {
                let path = TestNames.root.appending(path: String(script.output.1)).path
                #expect(FileManager.default.isExecutableFile(atPath: path), "\(row)")
                continue
            }
            var count = 0
            for match in holders.matches(of: /“([^”]+)”/) {
                count += 1
                #expect(TestNames.all.contains(String(match.output.1)), "no test has the name \(match.output.1)")
            }
            for match in holders.matches(of: /`([^`]+)`/) {
                count += 1
                #expect(Law(rawValue: String(match.output.1)) != nil, "no law has the name \(match.output.1)")
            }
            #expect(count > 0, "nothing holds: \(row)")
        }
    }

    @Test("each of the 22 known mistakes has a test of its number, and its row in the threat model names one")
    func checklist() throws {
        let numbers = TestNames.all.compactMap { name in name.firstMatch(of: #/^(\d+): /#).flatMap { Int($0.output.1) }
        }
        #expect(Set(numbers) == Set(1...22))
        let rows = try Self.rows().filter { Int($0[0]) != nil }
        #expect(rows.compactMap { Int($0[0]) } == Array(1...22))
        for row in rows { #expect(row[2].contains("“\(row[0]): "), "\(row)") }
    }
}
