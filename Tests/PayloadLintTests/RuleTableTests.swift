import Foundation
import PayloadLint
import Testing

@Suite("The table of rules")
struct RuleTableTests {
    @Test("the documentation lists each rule as it is declared, in its order")
    func table() throws {
        let page = PayloadFixtures.root.appending(path: "Documentation/payload.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let section = try #require(text.components(separatedBy: "\n## ").first { $0.hasPrefix("The rules") })
        let rows = section.split(separator: "\n").filter { $0.hasPrefix("| `") }.map(String.init)
        let declared = LintRule.all.map { rule in
            let severity = rule.severity.rawValue + (rule.isOpen ? ", open" : "")
            return "| `\(rule.code)` | \(severity) | \(rule.summary) |"
        }
        #expect(rows == declared)
    }
}
