import Foundation
import StrictJSON
import Testing

/// What the device brings besides its keys: strings, languages, and the store.
@Suite("deliver with --bundle, --languages and --store")
struct DeviceTests {
    private let folder: Folder

    init() async throws {
        folder = try await Folder()
        _ = try await folder.run("mkdir -p App.app/en.lproj App.app/pt.lproj")
        try folder.write(
            #""PAID" = "%1$@ paid %2$@"; "NEW" = "New activity";"#, to: "App.app/en.lproj/Localizable.strings")
        try folder.write(#""PAID" = "%2$@ de %1$@"; "NEW" = "Novidade";"#, to: "App.app/pt.lproj/Localizable.strings")
        try folder.write(
            #"{"aps":{"alert":{"title-loc-key":"PAID","title-loc-args":["Jane","€ 240"]}}}"#, to: "paid.json")
    }

    private func seal(_ file: String = "paid.json", to sealed: String = "sealed.json", _ options: String = "")
        async throws
    {
        let run = try await folder.run(
            "sealedpush seal --to phone --from bank --topic app \(options) \(file) -o \(sealed)")
        #expect(run.errors == "")
    }

    private func delivery(_ options: String, _ file: String = "sealed.json", device: String = "phone") async throws
        -> JSONObject
    {
        let (delivery, errors) = try await deliveryAndErrors(options, file, device: device)
        #expect(errors == "")
        return delivery
    }

    private func deliveryAndErrors(
        _ options: String, _ file: String = "sealed.json", device: String = "phone"
    ) async throws -> (JSONObject, errors: String) {
        let run = try await folder.run(
            "sealedpush deliver --with \(device) --from bank --topic app --json \(options) \(file)")
        #expect(run.exitCode == 0)
        return (try #require(try run.json.objectValue), run.errors)
    }

    @Test(
        "sealed localization keys are resolved in the user's first language that the bundle has",
        arguments: [
            ("--bundle App.app --languages pt-BR,en", "€ 240 de Jane"),
            ("--bundle App.app --languages en,pt", "Jane paid € 240"),
            ("--bundle App.app --languages ja,en-GB", "Jane paid € 240"), ("", "PAID"),
        ]
    )
    func languages(options: String, title: String) async throws {
        try await seal()
        #expect(try await delivery(options)["content"]?.objectValue?["title"] == .string(title))
    }

    @Test("a placeholder's localization keys are resolved in it, too, if the envelope does not open")
    func placeholder() async throws {
        try await seal()
        var payload = try #require(try JSONValue(parsing: folder.read("sealed.json")).objectValue)
        payload["aps"] = ["alert": ["loc-key": "NEW"], "mutable-content": 1]
        try folder.write(JSONValue.object(payload).serialized(), to: "sealed.json")
        let refused = try await delivery("--bundle App.app --languages pt", device: "pair")
        #expect(refused["outcome"] == "placeholder")
        #expect(refused["content"]?.objectValue?["body"] == "Novidade")
    }

    @Test("without languages the development region is used")
    func developmentRegion() async throws {
        try await seal()
        try folder.write(#"CFBundleDevelopmentRegion = pt;"#, to: "App.app/Info.plist")
        #expect(try await delivery("--bundle App.app")["content"]?.objectValue?["title"] == "€ 240 de Jane")
    }

    @Test(
        "a missing or unreadable bundle is an error",
        arguments: [
            ("nothing", "nothing cannot be read: "), ("paid.json", "paid.json is not a folder"),
            ("Broken.app", "malformed: en.lproj/Localizable.strings: line 2: "),
        ]
    )
    func badBundle(bundle: String, message: String) async throws {
        try await seal()
        _ = try await folder.run("mkdir -p Broken.app/en.lproj; echo 'a = ' > Broken.app/en.lproj/Localizable.strings")
        let run = try await folder.run("sealedpush deliver --with phone --bundle \(bundle) --languages en sealed.json")
        #expect(run.exitCode == 1)
        #expect(run.output == "")
        #expect(run.errors.hasPrefix("sealedpush: error: \(message)"))
    }

    @Test("a push is delivered with a bundle without strings, with a warning")
    func emptyBundle() async throws {
        try await seal()
        let run = try await folder.run(
            "mkdir Empty.app; sealedpush deliver --with phone --from bank --topic app --bundle Empty.app sealed.json")
        #expect(run.exitCode == 0)
        #expect(try run.json.objectValue?["content"]?.objectValue?["title"] == "PAID")
        #expect(run.errors.hasPrefix("sealedpush: warning: Empty.app has no localized strings"))
    }

    @Test("a store refuses the same push the next time")
    func replay() async throws {
        try await seal()
        #expect(try await delivery("--store memory.sqlite")["outcome"] == "opened")
        let again = try await delivery("--store memory.sqlite")
        #expect(again["outcome"] == "placeholder")
        #expect(again["reason"] == "replayed")
        #expect(try await delivery("--store other.sqlite")["outcome"] == "opened")
        #expect(try await delivery("")["outcome"] == "opened")
        #expect(folder.mode("memory.sqlite") == 0o600)
    }

    @Test("a store counts missed pushes, and the terminal shows the count")
    func missed() async throws {
        for number in [4, 5, 9] { try await seal(to: "\(number).json", "--sequence \(number)") }
        #expect(try await delivery("--store s", "4.json")["missedPushes"] == nil)
        #expect(try await delivery("--store s", "5.json")["missedPushes"] == nil)
        let run = try await folder.runOnTerminal(
            "sealedpush deliver --with phone --from bank --topic app --store s 9.json", environment: ["NO_COLOR=1"])
        #expect(run.output.contains("missed     the 3 pushes before this one\n"))
    }

    /// Wire format §13.2: `sequence - highest - 1` above the highest so far, 0 otherwise; the output leaves 0 out.
    @Test(
        "A18: with a shared store, missed pushes are counted from the highest number of all runs",
        arguments: [
            ([1, 5, 5, 3], [nil, 3, nil, nil]), ([1, 5, 3, 4, 6, 9], [nil, 3, nil, nil, nil, 2]),
            ([10, 9, 10, 11], [nil, nil, nil, nil]),
        ] as [([Int], [JSONValue?])])
    func missedAfterHighest(numbers: [Int], missed: [JSONValue?]) async throws {
        var found: [JSONValue?] = []
        for number in numbers {
            try await seal(to: "push.json", "--sequence \(number)")
            found.append(try await delivery("--store s", "push.json")["missedPushes"])
        }
        #expect(found == missed)
    }

    @Test("a store counts the badge of payloads without one, and adopts the badge of others")
    func badge() async throws {
        try folder.write(#"{"aps":{"alert":"Seven","badge":7}}"#, to: "seven.json")
        for name in ["a", "b", "c"] { try await seal(to: name) }
        try await seal("seven.json", to: "seven")
        var badges: [Int?] = []
        for name in ["a", "b", "seven", "c"] {
            badges.append(try await delivery("--store s", name)["content"]?.objectValue?["badge"]?.numberValue?.int)
        }
        #expect(badges == [1, 2, 7, 8])
        #expect(try await delivery("", "a")["content"]?.objectValue?["badge"] == nil)
    }

    @Test(
        "a push is delivered with an unusable store, with a reason and a warning",
        arguments: [("junk.sqlite", "corrupt"), ("nowhere/s.sqlite", "inputOutput"), ("keys", "invalidPath")]
    )
    func unusable(store: String, code: String) async throws {
        try await seal()
        let junk = [UInt8](repeating: 0x41, count: 5000)
        try folder.write(junk, to: "junk.sqlite")
        let (delivery, errors) = try await deliveryAndErrors("--bundle App.app --languages en --store \(store)")
        #expect(delivery["outcome"] == "opened")
        #expect(delivery["reason"] == "storeUnavailable")
        #expect(delivery["content"]?.objectValue?["title"] == "Jane paid € 240")
        #expect(delivery["content"]?.objectValue?["badge"] == nil)
        #expect(try folder.read("junk.sqlite") == junk)
        #expect(errors.hasPrefix("sealedpush: warning: store \(store) was not used: \(code): "))
    }

    @Test(
        "A2: a push is delivered with a damaged store, and the hint's command creates an empty one",
        arguments: ["s.sqlite", "a store's"])
    func damagedStore(name: String) async throws {
        try await seal()
        let option = "--store \"\(name)\""
        #expect(try await delivery(option)["outcome"] == "opened")
        // The log as well, in which SQLite looks for a page first.
        _ = try await folder.run("rm -f \"\(name)-wal\" \"\(name)-shm\"")
        let bytes = [UInt8](repeating: 0xA5, count: 8192)
        try folder.write(bytes, to: name)
        let (damaged, errors) = try await deliveryAndErrors(option)
        #expect(damaged["outcome"] == "opened")
        #expect(damaged["reason"] == "storeUnavailable")
        #expect(try folder.read(name) == bytes)
        let hint = try #require(errors.split(separator: "\n").last)
        #expect(hint.hasPrefix("sealedpush: hint: 'mv "))
        // The command stands between the first quotation mark and the words behind it.
        let words = hint.dropFirst("sealedpush: hint: '".count)
        let command = words.components(separatedBy: "' starts with an empty store")[0]
        #expect(try await folder.run(command).exitCode == 0)
        #expect(try folder.read("\(name).old") == bytes)
        #expect(try await delivery(option)["outcome"] == "opened")
        #expect(try await delivery(option)["reason"] == "replayed")
    }

    @Test(
        "A15: a store that SQLite would keep in memory is wrong usage",
        arguments: ["", ":memory:", "file:s", "file::memory:?cache=shared"])
    func noFile(store: String) async throws {
        try await seal()
        let run = try await folder.run("sealedpush deliver --with phone --store '\(store)' sealed.json")
        #expect(run.exitCode == 64)
        #expect(run.output == "")
        #expect(run.errors.contains("--store expects the path of a file"))
        #expect(folder.files.sorted() == ["App.app", "paid.json", "sealed.json"])
    }

    @Test("A15: a dangling link does not create a store")
    func danglingLink() async throws {
        try await seal()
        _ = try await folder.run("ln -s target link")
        let (delivery, errors) = try await deliveryAndErrors("--store link")
        #expect(delivery["reason"] == "storeUnavailable")
        #expect(errors.contains("expected a regular file, found a link"))
        #expect(!folder.files.contains("target"))
    }

    /// No file may grow, as on a full disk; SQLite gets an error from the system for each write.
    @Test("a push is delivered with a store on a full disk, with a reason")
    func fullDisk() async throws {
        try await seal()
        let run = try await folder.run(
            """
            (trap '' XFSZ; ulimit -f 0
            sealedpush deliver --with phone --from bank --topic app --json --store s sealed.json) | cat
            """)
        let delivery = try #require(try run.json.objectValue)
        #expect(delivery["outcome"] == "opened")
        #expect(delivery["reason"] == "storeUnavailable")
    }
}
