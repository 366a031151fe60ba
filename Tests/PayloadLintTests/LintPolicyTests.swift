import PayloadLint
import Testing

@Suite("Rules by their codes")
struct LintPolicyTests {
    @Test("each rule is found by its code, and no rule by another text")
    func lookup() {
        #expect(LintRule.all.allSatisfy { LintRule(code: $0.code) == $0 })
        #expect(["", "null value", "Null-Value", "null-value "].allSatisfy { LintRule(code: $0) == nil })
    }

    @Test("a policy changes one rule and leaves the others")
    func policy() throws {
        let rule = try #require(LintRule(code: "null-value"))
        var policy = LintPolicy()
        #expect(LintRule.all.allSatisfy { policy[$0] == $0.severity })
        policy[rule] = .error
        #expect(policy[rule] == .error && policy != LintPolicy())
        policy[rule] = nil
        #expect(policy[rule] == nil)
        #expect(LintRule.all.allSatisfy { $0 == rule || policy[$0] == $0.severity })
    }
}
