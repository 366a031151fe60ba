import Foundation
import PayloadLint
import PushPayload
import StrictJSON
import Testing

/// A payload that breaks a rule, and the diagnostics that a person wrote beside it.
struct RefusedFixture: Sendable, CustomTestStringConvertible {
    static let fixtures = PayloadFixtures.root.appending(path: "Fixtures")
    static let refused = files(in: "refused")
    static let libraries = files(in: "libraries")
    static let all = refused + libraries

    private static func files(in folder: String) -> [RefusedFixture] {
        let folder = fixtures.appending(path: folder)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.sorted().filter { $0.hasSuffix(".expected.json") }.compactMap { RefusedFixture($0, in: folder) }
    }

    let name: String
    let payload: [UInt8]
    let expected: JSONObject

    init?(_ file: String, in folder: URL) {
        name = String(file.dropLast(".expected.json".count))
        guard let text = try? Data(contentsOf: folder.appending(path: file)),
            let payload = try? Data(contentsOf: folder.appending(path: "\(name).json")),
            let expected = try? JSONValue(parsing: Array(text)).objectValue
        else { return nil }
        self.payload = Array(payload)
        self.expected = expected
    }

    var testDescription: String { name }

    var diagnostics: [JSONValue] { expected["diagnostics"]?.arrayValue ?? [] }

    /// The report under the options that the expectation names.
    func report(_ change: (inout Linter) -> Void = { _ in }) -> LintReport {
        var linter = Linter(destination: expected["destination"] == "broadcast" ? .broadcast : .device)
        change(&linter)
        let headers = expected["headers"]?.arrayValue?.map { pair in
            (name: pair.arrayValue?.first?.stringValue ?? "", value: pair.arrayValue?.last?.stringValue ?? "")
        }
        return linter.lint(
            payload, as: expected["push-type"]?.stringValue.map(PushType.init(rawValue:)), headers: headers)
    }
}

@Suite("The refused fixtures")
struct RefusedFixtureTests {
    @Test("each payload has its expectation, and each expectation its payload")
    func pairs() throws {
        for (folder, fixtures) in [("refused", RefusedFixture.refused), ("libraries", RefusedFixture.libraries)] {
            let path = RefusedFixture.fixtures.appending(path: folder).path
            let files = try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasSuffix(".json") }
            #expect(files.count == 2 * fixtures.count && !files.isEmpty)
        }
    }

    @Test("each rule has a payload that breaks it")
    func rules() {
        let broken = Set(
            RefusedFixture.refused.flatMap(\.diagnostics).compactMap { $0.objectValue?["code"]?.stringValue })
        #expect(LintRule.all.map(\.code).filter { !broken.contains($0) } == [])
        #expect(Set(LintRule.all.map(\.code)).count == LintRule.all.count)
    }

    @Test("the diagnostics are exactly the expected ones", arguments: RefusedFixture.all)
    func diagnostics(fixture: RefusedFixture) throws {
        let found = try #require(fixture.report().json["diagnostics"]?.arrayValue).map { value in
            var diagnostic = try #require(value.objectValue)
            let message = try #require(diagnostic["message"]?.stringValue)
            #expect(message.first?.isUppercase == true || message.first?.isLowercase == true)
            #expect(message.hasSuffix("."))
            #expect(diagnostic["source"]?.stringValue?.isEmpty == false)
            diagnostic["message"] = nil
            diagnostic["source"] = nil
            return JSONValue.object(diagnostic)
        }
        #expect(found == fixture.diagnostics)
    }

    @Test(
        "a rule that is off reports nothing, and one raised to an error reports errors", arguments: RefusedFixture.all)
    func policy(fixture: RefusedFixture) {
        let rules = fixture.report().diagnostics.map(\.rule)
        #expect(fixture.report { for rule in rules { $0[rule] = nil } }.diagnostics.isEmpty)
        let errors = fixture.report { for rule in rules { $0[rule] = .error } }.diagnostics
        #expect(errors.allSatisfy { $0.severity == .error } && errors.count == fixture.report().diagnostics.count)
    }

    @Test("a payload that is parsed breaks the same rules as its text", arguments: RefusedFixture.all)
    func parsed(fixture: RefusedFixture) throws {
        guard let payload = try? Payload(parsing: fixture.payload), fixture.expected["headers"] == nil else { return }
        let type = fixture.expected["push-type"]?.stringValue.map(PushType.init(rawValue:))
        let report = Linter().lint(payload, as: type)
        #expect(report.diagnostics.map(\.rule.code) == fixture.report().diagnostics.map(\.rule.code))
    }
}
