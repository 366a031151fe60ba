import ArgumentParser
import LocalAPNs
import PushPayload

/// `sealedpush-simulator fault`: makes the push service have a trouble.
struct FaultCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fault",
        abstract: "Makes the push service of a running simulator have a trouble with the next pushes.",
        discussion: """
            normal                answers as always; with --delay it is slow
            answer                answers with --reason, without looking at the push
            answer-and-go-away    the same, then GOAWAY
            go-away               GOAWAY without an answer
            cut                   closes the connection without a word
            cut-after-accepting   takes the push and closes before the answer
            none                  ends every trouble
            """
    )

    enum Behaviour: String, CaseIterable, ExpressibleByArgument {
        case normal, answer, cut, none
        case answerAndGoAway = "answer-and-go-away"
        case goAway = "go-away"
        case cutAfterAccepting = "cut-after-accepting"
    }

    @Argument(help: "What the service does.")
    var behaviour: Behaviour

    @Option(help: "A reason of Apple's table, TooManyRequests for example.")
    var reason = "ServiceUnavailable"

    @Option(help: "How many milliseconds it waits before.")
    var delay = 0

    @Option(help: "How many pushes it hits; 0 for all until none.")
    var count = 1

    @OptionGroup var folder: FolderOption

    func validate() throws {
        guard Reason(named: reason) != nil else {
            let reasons = Reason.documented.map(\.text).joined(separator: ", ")
            throw ValidationError("'\(reason)' is not one of Apple's reasons: \(reasons)")
        }
        guard delay >= 0, count >= 0 else { throw ValidationError("--delay and --count are not negative") }
    }

    func run() async throws {
        let json: JSONObject = [
            "behaviour": .string(behaviour.rawValue), "reason": .string(reason),
            "delay": .number(JSONNumber(delay)), "count": .number(JSONNumber(count)),
        ]
        try await ControlClient(folder: folder.folder).post("api/faults", json.serialized())
    }
}
