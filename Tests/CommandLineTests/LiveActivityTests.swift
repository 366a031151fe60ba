import SealedEnvelope
import StrictJSON
import Testing

/// Pushes of Live Activities through every command, with numbers that binary fractions cannot hold.
@Suite("Live Activities on the command line")
struct LiveActivityTests {
    private let folder: Folder

    init() async throws {
        folder = try await Folder()
        try folder.write(Payloads.update, to: "update.json")
        try folder.write(Payloads.start, to: "start.json")
    }

    private func sealed(_ options: String) async throws -> JSONObject {
        let run = try await folder.run(
            "sealedpush seal --to phone --from bank --topic app \(options) -o s.json; cat s.json")
        #expect(run.exitCode == 0)
        #expect(run.errors == "")
        return try #require(try run.json.objectValue)
    }

    /// A member of `aps` that is an object.
    private func object(_ name: String, of push: JSONObject) -> JSONObject? {
        push["aps"]?.objectValue?[name]?.objectValue
    }

    @Test("an update seals the state, leaves the rest where it is, and opens to the last digit")
    func update() async throws {
        var push = try await sealed("update.json")
        let state = try #require(object("content-state", of: push))
        #expect(state.members.map(\.name) == ["sealed"])
        // What is left without the state is the payload without its state.
        var payload = try #require(try JSONValue(parsing: Array(Payloads.update.utf8)).objectValue)
        removeState(from: &push)
        removeState(from: &payload)
        #expect(push == payload)
        let opened = try await folder.run("sealedpush open --with phone --from bank --topic app s.json")
        #expect(opened.output == Payloads.update)
        // The payload has a member beside `aps`, which the linter warns of.
        let lint = "sealedpush lint --strict --rule liveactivity-custom-outside-state=off s.json"
        #expect(try await folder.run(lint).exitCode == 0)
    }

    private func removeState(from push: inout JSONObject) {
        guard var aps = push["aps"]?.objectValue else { return }
        aps["content-state"] = nil
        push["aps"] = .object(aps)
    }

    @Test("a start has two envelopes, each bound to its own object")
    func start() async throws {
        let push = try await sealed("start.json")
        let state = try #require(object("content-state", of: push)?["sealed"]?.stringValue)
        let attributes = try #require(object("attributes", of: push)?["sealed"]?.stringValue)
        #expect(object("content-state", of: push)?.count == 1)
        #expect(object("attributes", of: push)?.count == 1)
        #expect(push["aps"]?.objectValue?["attributes-type"] == "MatchAttributes")
        let open = "sealedpush open --with phone --from bank --topic app"
        #expect(try await folder.run("\(open) s.json").output == Payloads.start)
        #expect(try await folder.run("sealedpush lint s.json").exitCode == 0)

        let text = try folder.text("s.json")
        let swapped = text.replacing(state, with: "STATE").replacing(attributes, with: state)
            .replacing("STATE", with: attributes)
        try folder.write(swapped, to: "swapped.json")
        let refused = try await folder.run("\(open) swapped.json")
        #expect(refused.exitCode == 1)
        #expect(refused.output == "")
        #expect(refused.errors.hasPrefix("sealedpush: error: cannotOpen: "))

        try folder.write(text.replacing(#""sealed":"\#(attributes)""#, with: #""home":"Forged""#), to: "plain.json")
        let plain = try await folder.run("\(open) plain.json")
        #expect(plain.exitCode == 1)
        #expect(plain.output == "")
        #expect(plain.errors.hasPrefix("sealedpush: error: notSealed: aps.attributes has no member sealed\n"))
    }

    @Test("a visible member of the state is in the clear and in the envelope")
    func visible() async throws {
        let push = try await sealed("--visible aps.content-state.score --visible aps.content-state.odds update.json")
        let state = try #require(object("content-state", of: push))
        #expect(state.members.map(\.name) == ["score", "odds", "sealed"])
        #expect(state["odds"]?.numberValue?.text == "0.1")
        try folder.write(try folder.text("s.json").replacing(#""odds":0.1"#, with: #""odds":9"#), to: "edited.json")
        for file in ["s.json", "edited.json"] {
            let run = try await folder.run("sealedpush open --with phone --from bank --topic app \(file)")
            #expect(run.output == Payloads.update)
        }
    }

    @Test("inspect shows each envelope at its path, and the parts add up")
    func inspect() async throws {
        let push = try await sealed("start.json")
        let run = try await folder.run("sealedpush inspect --json s.json")
        let report = try #require(try run.json.objectValue)
        let envelopes = report["envelopes"]?.arrayValue?.compactMap(\.objectValue) ?? []
        #expect(envelopes.map { $0["path"] } == ["aps.content-state.sealed", "aps.attributes.sealed"])
        #expect(envelopes.allSatisfy { $0["suiteName"] == "hpke-auth" && $0["problem"] == nil })
        for (envelope, name) in zip(envelopes, ["content-state", "attributes"]) {
            let text = object(name, of: push)?["sealed"]?.stringValue ?? ""
            #expect(envelope["characters"]?.numberValue?.int == text.utf8.count)
            #expect(envelope["bytes"]?.numberValue?.int == text.utf8.count * 3 / 4)
        }
        let body = try folder.read("s.json").count
        #expect(report["body"]?.objectValue?["pushType"] == "liveactivity")
        #expect(report["body"]?.objectValue?["bytes"]?.numberValue?.int == body)
        let sizes = report["parts"]?.arrayValue?.compactMap { $0.objectValue?["bytes"]?.numberValue?.int } ?? []
        #expect(sizes.count == 8)
        #expect(sizes.reduce(0, +) == body)
        let visible = report["visible"]?.objectValue?["aps"]?.objectValue
        #expect(visible?["content-state"] == [:] && visible?["attributes"] == [:])
        let drawing = try await folder.run("sealedpush inspect s.json").output
        #expect(drawing.contains("The envelope at \"aps.content-state.sealed\"\n"))
        #expect(drawing.contains("The envelope at \"aps.attributes.sealed\"\n"))
        #expect(!drawing.contains("12.35") && !drawing.contains("0.10"))

        // One that is none is named with its problem.
        let attributes = object("attributes", of: push)?["sealed"]?.stringValue ?? "-"
        try folder.write(try folder.text("s.json").replacing(attributes, with: "AQ=="), to: "bad.json")
        let bad = try await folder.run("sealedpush inspect --json bad.json").json.objectValue?["envelopes"]?.arrayValue
        #expect(bad?.count == 2)
        #expect(bad?.last == ["path": "aps.attributes.sealed", "problem": "it is not unpadded base64url"])
    }

    @Test("a broadcast may have 5120 bytes, another push 4096")
    func broadcast() async throws {
        let text = String(repeating: "a", count: 3200)
        let payload = #"{"aps":{"timestamp":1,"event":"update","content-state":{"odds":0.1,"text":"\#(text)"}}}"#
        try folder.write(payload, to: "large.json")
        let refused = try await folder.run("sealedpush seal --to phone large.json")
        #expect(refused.exitCode == 1)
        #expect(refused.output == "")
        #expect(refused.errors.contains("more than the 4096 that push type liveactivity allows\n"))
        let run = try await folder.run(
            """
            sealedpush seal --to phone --broadcast large.json -o s.json && wc -c < s.json &&
            sealedpush lint --broadcast s.json > lint && sealedpush inspect --broadcast --json s.json > report &&
            sealedpush open --with phone s.json | cmp - large.json
            """)
        #expect(run.exitCode == 0)
        let size = try #require(Int(run.output.filter(\.isNumber)))
        #expect(4096 < size && size <= 5120)
        let body = try JSONValue(parsing: folder.read("report")).objectValue?["body"]?.objectValue
        #expect(body?["limit"] == 5120)
        #expect(body?["left"]?.numberValue?.int == 5120 - size)

        let full = try await folder.run("sealedpush seal --to phone --broadcast --pad max update.json")
        #expect(5117...5120 ~= full.outputBytes.count)
        let budgets = try await folder.run("sealedpush inspect --budget --broadcast --json update.json").json
            .objectValue
        let limits = budgets?["budget"]?.arrayValue?.map { $0.objectValue?["limit"] }
        #expect(limits == SealingSuite.allCases.map { _ in 5120 })
    }

    @Test("an update is a Live Activity with any other members, unless --push-type says otherwise")
    func pushType() async throws {
        #expect(try await object("content-state", of: sealed("--push-type liveactivity update.json"))?["sealed"] != nil)
        let alert = try await sealed("--push-type alert update.json")
        #expect(alert["sealed"] != nil)
        #expect(object("content-state", of: alert) == nil)
        let opened = try await folder.run("sealedpush open --with phone --from bank --topic app s.json")
        #expect(opened.output == Payloads.update)
    }

    @Test("no extension is called for a Live Activity, and the terminal says that the widget opens it")
    func deliver() async throws {
        _ = try await sealed("update.json")
        let run = try await folder.runOnTerminal("sealedpush deliver --with phone s.json", environment: ["NO_COLOR=1"])
        #expect(run.exitCode == 0)
        #expect(run.output.hasPrefix("Unchanged. "))
        #expect(
            run.errors
                == "sealedpush: hint: the app's widget opens the state of a Live Activity, as 'sealedpush open' does\n")
    }

    @Test("a line with broadcast is a broadcast: its limit, and headers without a topic")
    func lines() async throws {
        let text = String(repeating: "a", count: 3200)
        let payload = #""payload":{"aps":{"timestamp":1,"event":"update","content-state":{"text":"\#(text)"}}}"#
        try folder.write(
            """
            {"id":1,"to":"phone",\(payload)}
            {"id":2,"to":"phone","broadcast":true,"priority":5,\(payload)}
            {"id":3,"to":"phone","broadcast":false,\(payload)}
            {"id":4,"to":"phone","broadcast":1,\(payload)}

            """, to: "requests")
        let run = try await folder.run("sealedpush seal --lines --topic com.example.bank requests")
        let answers = try run.output.split(separator: "\n").map {
            try #require(try JSONValue(parsing: Array($0.utf8)).objectValue)
        }
        #expect(answers.map { $0["error"]?.objectValue?["code"] } == ["tooLarge", nil, "tooLarge", "badLine"])
        #expect(
            answers[1]["headers"] == [
                "apns-push-type": "liveactivity", "apns-priority": "5", "apns-expiration": "0",
            ])
        try folder.write(try #require(answers[1]["body"]?.stringValue), to: "body")
        let headers = "--header apns-push-type:liveactivity --header apns-priority:5 --header apns-expiration:0"
        let lint = try await folder.run("sealedpush lint --broadcast \(headers) --header apns-channel-id:dHN0 body")
        #expect(lint.exitCode == 0, "\(lint.output)")
        #expect(4096 < (try folder.read("body").count))

        let all = try await folder.run("sealedpush seal --lines --broadcast --topic com.example.bank < requests")
        #expect(all.output.matches(of: /"code":"tooLarge"/).count == 1)
    }
}
