import ArgumentParser
import LocalAPNs
import PushPayload
import SealedPushSimulator

/// `sealedpush-simulator fault`: injects a fault into the push service.
struct FaultCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fault",
        abstract:
            "Injects a fault into a running simulator, for the next pushes, broadcasts or downloads of attachments.",
        discussion: """
            normal                answers normally, after --delay
            answer                answers with --reason without checking the push
            answer-and-go-away    answers with --reason, then sends GOAWAY
            go-away               sends GOAWAY without an answer
            cut                   closes the connection without GOAWAY
            cut-after-accepting   accepts the push and closes the connection before the answer
            media-slow            the media host sends one byte a second
            media-cut-off         closes the connection after half of the blob
            media-wrong-bytes     inverts a bit of the blob
            media-redirect        redirects to another address of the blob
            media-not-found       answers 404
            media-huge            sends more bytes than the blob has, without an end
            none                  removes all faults, and sends the delayed answers
            """
    )

    /// The name of a fault, or `none`.
    struct Behaviour: ExpressibleByArgument {
        private static let none = "none"
        static let allValueStrings =
            Fault.Name.allCases.map(\.rawValue) + MediaHost.Fault.allCases.map(\.rawValue) + [none]

        let argument: String
        /// Nil for `none`, and for a fault of the media host.
        var fault: Fault.Name? { Fault.Name(rawValue: argument) }
        var isOfMedia: Bool { MediaHost.Fault(rawValue: argument) != nil }

        init?(argument: String) {
            guard Self.allValueStrings.contains(argument) else { return nil }
            self.argument = argument
        }
    }

    @Argument(help: "The behaviour of the service, or of the media host.")
    var behaviour: Behaviour

    @Option(help: "A reason of Apple's table, for example TooManyRequests.")
    var reason = Reason.serviceUnavailable

    @Option(help: "The delay before the behaviour, in milliseconds.")
    var delay = 0

    @Option(help: "The number of pushes or downloads that the fault affects; 0 for all until `fault none`.")
    var count = 1

    @OptionGroup var folder: FolderOption

    func validate() throws {
        guard delay == 0 || !behaviour.isOfMedia else {
            throw ValidationError("--delay has no effect on the media host")
        }
        guard delay >= 0, count >= 0 else { throw ValidationError("--delay and --count must not be negative") }
    }

    func run() async throws {
        let json = JSONObject(of: [
            "behaviour": behaviour.argument, "reason": reason.rawValue, "delay": delay, "count": count,
        ])
        try await ControlClient(folder: folder.folder).post("api/faults", json)
        print(summary)
    }

    private var summary: String {
        guard behaviour.fault != nil || behaviour.isOfMedia else { return "all faults are removed" }
        let (one, some) = behaviour.isOfMedia ? ("download", "downloads") : ("push", "pushes")
        let affected =
            count == 0 ? "all \(some) until fault none" : count == 1 ? "the next \(one)" : "the next \(count) \(some)"
        let name = behaviour.fault?.hasReason == true ? " with \(reason.rawValue)" : ""
        let delay = delay == 0 ? "" : ", after \(delay) ms"
        return "\(affected): \(behaviour.argument)\(name)\(delay)"
    }
}
