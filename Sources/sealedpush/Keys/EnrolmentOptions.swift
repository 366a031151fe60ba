import ArgumentParser
import KeyManagement

/// The values that an enrolment is bound to; both halves must use the same.
struct EnrolmentOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The app's bundle id, to which the enrolment is bound.", valueName: "bundle-id"))
    var topic = ""

    @Option(help: ArgumentHelp("The account or installation to which the enrolment is bound.", valueName: "name"))
    var audience = ""

    var context: EnrolmentContext { EnrolmentContext(topic: topic, audience: audience) }
}

/// The argument that names the file of an enrolment message.
struct MessageArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp("The message's file; - or nothing for standard input.", valueName: "input"),
        completion: .file())
    var input: String?

    /// Reads the message's bytes.
    func read() throws -> [UInt8] {
        try InputSource(path: input).read().bytes
    }
}
