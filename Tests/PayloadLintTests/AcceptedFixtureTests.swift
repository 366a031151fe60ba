import PayloadLint
import PushPayload
import Testing

@Suite("The payload fixtures under the linter")
struct AcceptedFixtureTests {
    /// The codes of the payloads that are not clean, in order.
    private static let expected = [
        "alert/blog-2016-acme-message-corrected.json": ["legacy-key"],
        "alert/kodeco-localized.json": ["date-as-argument"],
        "alert/korean-listing-2-badge-and-sound.json": ["sound-container"],
        "alert/message-text-form.json": ["alert-as-text"],
        "alert/safari-boarding.json": ["legacy-key", "legacy-key"],
        "alert/silent-badge-and-data.json": ["content-available-with-alert"],
        "alert/summary-of-ios-12.json": ["legacy-key", "legacy-key"],
    ]

    @Test("no payload has an error, and a warning or note only for a reason", arguments: PayloadFixtures.paths)
    func clean(path: String) throws {
        let type = PushType(rawValue: String(path.prefix { $0 != "/" }))
        let report = Linter().lint(try PayloadFixtures.bytes(path), as: type)
        #expect(report.diagnostics.map(\.rule.code) == Self.expected[path] ?? [])
        #expect(report.isClean(of: .error))
        #expect(report.pushType == type)
    }
}
