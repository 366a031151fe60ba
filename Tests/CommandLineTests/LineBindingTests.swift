import StrictJSON
import Testing

/// What an attacker found in `seal --lines`: attack-2026-11, A3 and A9.
@Suite("seal --lines binds each line to its own bytes")
struct LineBindingTests {
    private let folder: Folder

    init() async throws {
        folder = try await Folder()
    }

    /// The answers to lines, in the order of the input.
    private func answers(_ lines: [String], _ options: String = "") async throws -> [JSONObject] {
        try folder.write(lines.joined(separator: "\n"), to: "requests")
        let run = try await folder.run("sealedpush seal --lines \(options) < requests")
        return try run.output.split(separator: "\n").map {
            try #require(try JSONValue(parsing: Array($0.utf8)).objectValue)
        }
    }

    /// Texts that Swift's `==` takes for one: composed and decomposed, and the Kelvin sign for a K.
    static let equivalent = [("caf\u{E9}", "cafe\u{301}"), ("Kevin", "\u{212A}evin"), ("\u{212B}", "A\u{30A}")]

    @Test("A3: canonically equivalent audiences are different audiences", arguments: equivalent)
    func audiences(one: String, other: String) async throws {
        #expect(one == other && !one.utf8.elementsEqual(other.utf8))
        let line = #"{"to":"phone","payload":{"aps":{"alert":"a"}}"#
        for (options, from) in [("", ""), ("--from bank", "--from bank")] {
            let audiences = [one, other, one, other]
            let answers = try await answers(audiences.map { #"\#(line),"audience":"\#($0)"}"# }, options)
            try #require(answers.count == audiences.count)
            for (answer, audience) in zip(answers, audiences) {
                try folder.write(try #require(answer["body"]?.stringValue), to: "body")
                for candidate in [one, other] {
                    let run = try await folder.run(
                        "sealedpush open --with phone \(from) --audience '\(candidate)' body")
                    let isItsOwn = candidate.utf8.elementsEqual(audience.utf8)
                    #expect(run.exitCode == (isItsOwn ? 0 : 1))
                    #expect(isItsOwn || run.errors.hasPrefix("sealedpush: error: cannotOpen: "))
                }
            }
        }
    }

    @Test("A3: a topic that is canonically equivalent to another line's is not sealed under that one")
    func topics() async throws {
        let line = #"{"to":"phone","payload":{"aps":{"alert":"a"}}"#
        let answers = try await answers(["Kevin", "\u{212A}evin"].map { #"\#(line),"topic":"\#($0)"}"# })
        try #require(answers.count == 2)
        #expect(answers[0]["headers"]?.objectValue?["apns-topic"] == "Kevin")
        // A header is ASCII.
        #expect(answers[1]["error"]?.objectValue?["code"] == "invalidHeaders")
        #expect(answers[1]["body"] == nil)
    }

    @Test("A3: a command's audience and a line's are compared by their bytes", arguments: equivalent)
    func defaults(one: String, other: String) async throws {
        let line = #"{"to":"phone","payload":{"aps":{"alert":"a"}}"#
        let answers = try await answers(["\(line)}", #"\#(line),"audience":"\#(other)"}"#], "--audience '\(one)'")
        try #require(answers.count == 2)
        for (answer, audience) in zip(answers, [one, other]) {
            try folder.write(try #require(answer["body"]?.stringValue), to: "body")
            #expect(try await folder.run("sealedpush open --with phone --audience '\(audience)' body").exitCode == 0)
        }
    }

    /// Of 2,500 audiences of 4 KB, two copies each would take 20 MB.
    @Test("A9: memory does not grow with the number of audiences")
    func memory() async throws {
        func peak(_ audience: String) async throws -> Int {
            let run = try await folder.run(
                """
                mkfifo in out 2> /dev/null
                line='{"to":"phone","payload":{"aps":{"alert":"a"}},"audience":"\(String(repeating: "a", count: 4000))'
                seq 2500 | sed "s/.*/$line\(audience)\\"}/" > in &
                wc -l < out > count & counter=$!
                sealedpush seal --lines --from bank < in > out & tool=$!
                while kill -0 $tool 2> /dev/null; do
                    sed -n 's/VmHWM:[^0-9]*\\([0-9]*\\) kB/\\1/p' /proc/$tool/status 2> /dev/null > now
                    [ -s now ] && cp now peak
                    sleep 0.02
                done
                wait $counter; cat count peak
                """)
            let numbers = run.output.split(separator: "\n").compactMap { Int($0.filter(\.isNumber)) }
            #expect(numbers.first == 2_500)
            return try #require(numbers.last)
        }
        let one = try await peak("")
        let many = try await peak("&")
        #expect(many < one + 8 * 1024, "\(one) KiB with one audience, \(many) KiB with 2,500")
    }
}
