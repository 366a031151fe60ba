import PayloadLint
import Testing

@Suite("Rules by their codes")
struct SeverityTests {
    @Test("each rule is found by its code, and no rule by another text")
    func lookup() {
        #expect(LintRule.all.allSatisfy { LintRule(code: $0.code)?.code == $0.code })
        #expect(["", "null value", "Null-Value", "null-value "].allSatisfy { LintRule(code: $0) == nil })
    }

    @Test("a severity is changed for one rule, and the others stay")
    func policy() throws {
        let rule = try #require(LintRule(code: "null-value"))
        var linter = Linter()
        #expect(LintRule.all.allSatisfy { linter[$0] == $0.severity })
        linter[rule] = .error
        #expect(linter[rule] == .error)
        linter[rule] = nil
        #expect(linter[rule] == nil)
        #expect(LintRule.all.allSatisfy { $0.code == rule.code || linter[$0] == $0.severity })
    }
}
