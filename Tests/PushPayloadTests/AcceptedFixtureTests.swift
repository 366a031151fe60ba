import PushPayload
import StrictJSON
import Testing

@Suite("The payload fixtures under the linter")
struct AcceptedFixtureTests {
    /// What is said about the payloads that are not clean, and why that is right.
    private static let expected = [
        "alert/blog-2016-acme-message-corrected.json": ["legacy-key"],
        "alert/kodeco-localized.json": ["date-as-argument"],
        "alert/korean-listing-2-badge-and-sound.json": ["sound-container"],
        "alert/message-text-form.json": ["alert-as-text"],
        "alert/safari-boarding.json": ["legacy-key", "legacy-key"],
        "alert/silent-badge-and-data.json": ["content-available-with-alert"],
        "alert/summary-of-ios-12.json": ["legacy-key", "legacy-key"],
    ]

    @Test("no payload has an error, and a warning or note only for a reason", arguments: FixtureTests.paths)
    func clean(path: String) throws {
        let type = PushType(rawValue: String(path.prefix { $0 != "/" }))
        let report = Linter().lint(try FixtureTests.bytes(path), as: type)
        #expect(report.diagnostics.map(\.rule.code) == Self.expected[path] ?? [])
        #expect(report.isClean(of: .error))
        #expect(report.pushType == type)
    }

    @Test("each key of Apple's tables has a payload that holds it")
    func keys() throws {
        var held: Set<String> = []
        for path in FixtureTests.paths {
            let payload = try Payload(parsing: try FixtureTests.bytes(path))
            for member in payload.root { held.insert("/" + member.name) }
            for member in payload.aps.members { held.insert("aps/" + member.name) }
            for member in payload.aps.alert?.members ?? [:] { held.insert("alert/" + member.name) }
            for member in payload.aps.members["sound"]?.objectValue ?? [:] { held.insert("sound/" + member.name) }
        }
        let aps = [
            "alert", "badge", "sound", "thread-id", "category", "content-available", "mutable-content",
            "target-content-id", "interruption-level", "relevance-score", "filter-criteria", "url-args", "timestamp",
            "event", "content-state", "attributes-type", "attributes", "stale-date", "dismissal-date",
            "input-push-token", "input-push-channel", "content-changed",
        ]
        let alert = [
            "title", "subtitle", "body", "launch-image", "title-loc-key", "title-loc-args", "subtitle-loc-key",
            "subtitle-loc-args", "loc-key", "loc-args", "action", "action-loc-key", "summary-arg", "summary-arg-count",
            "sound",
        ]
        let others = ["/container-identifier", "/domain", "/mdm", "sound/critical", "sound/name", "sound/volume"]
        let wanted = aps.map { "aps/" + $0 } + alert.map { "alert/" + $0 } + others
        #expect(wanted.filter { !held.contains($0) } == [])
    }
}
