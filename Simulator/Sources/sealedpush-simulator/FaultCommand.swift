import ArgumentParser
import LocalAPNs
import PushPayload

/// `sealedpush-simulator fault`: injects a fault into the push service.
struct FaultCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fault",
        abstract: "Injects a fault into the push service of a running simulator, for the next pushes.",
        discussion: """
            normal                answers normally, after --delay
            answer                answers with --reason without checking the push
            answer-and-go-away    answers with --reason, then sends GOAWAY
            go-away               sends GOAWAY without an answer
            cut                   closes the connection without GOAWAY
            cut-after-accepting   accepts the push and closes the connection before the answer
            none                  removes all faults
            """
    )

    enum Behaviour: String, CaseIterable, ExpressibleByArgument {
        case normal, answer, cut, none
        case answerAndGoAway = "answer-and-go-away"
        case goAway = "go-away"
        case cutAfterAccepting = "cut-after-accepting"
    }

    @Argument(help: "The behaviour of the service.")
    var behaviour: Behaviour

    @Option(help: "A reason of Apple's table, for example TooManyRequests.")
    var reason = "ServiceUnavailable"

    @Option(help: "The delay before the behaviour, in milliseconds.")
    var delay = 0

    @Option(help: "The number of pushes that the fault affects; 0 for all until `fault none`.")
    var count = 1

    @OptionGroup var folder: FolderOption

    func validate() throws {
        guard Reason(named: reason) != nil else {
            let reasons = Reason.documented.map(\.text).joined(separator: ", ")
            throw ValidationError("'\(reason)' is not one of Apple's reasons: \(reasons)")
        }
        guard delay >= 0, count >= 0 else { throw ValidationError("--delay and --count must not be negative") }
    }

    func run() async throws {
        let json: JSONObject = [
            "behaviour": .string(behaviour.rawValue), "reason": .string(reason),
            "delay": .number(JSONNumber(delay)), "count": .number(JSONNumber(count)),
        ]
        try await ControlClient(folder: folder.folder).post("api/faults", json.serialized())
        print(summary)
    }

    private var summary: String {
        guard behaviour != .none else { return "all faults are removed" }
        let pushes =
            count == 0 ? "all pushes until fault none" : count == 1 ? "the next push" : "the next \(count) pushes"
        let name = [.normal, .cut, .cutAfterAccepting].contains(behaviour) ? "" : " with \(reason)"
        let delay = delay == 0 ? "" : ", after \(delay) ms"
        return "\(pushes): \(behaviour.rawValue)\(name)\(delay)"
    }
}
