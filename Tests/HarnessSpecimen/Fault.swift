import Foundation
import StrictJSON

/// A mistake of a program.
enum Fault: String {
    case exitsAtOnce, describesNothing, twoSuites
    case exits, exitsForTopic, exitsInAnswer, killed, hangs, hangsDeafToTermination, leavesChild
    case closesOutput, closesInput, readsNothing
    case floodsBytes, floodsLines, emptyLine, notJSON, array, invalidUTF8, duplicateMember, wrongID, textID, noID
    case twoAnswers, laterLine, missingMember, wrongType, invalidPayload, negativeBytesLeft, hugeBytesLeft
    case unknownCode, refusalWithResult, invalidBase64, unsealed

    /// Whether the answer to a request is wrong.
    func isShown(by request: JSONObject) -> Bool {
        switch self {
        case .twoSuites: false
        case .exitsForTopic: request["open"]?.objectValue?["topic"] == "exit"
        default: true
        }
    }

    func atStart() {
        if self == .exitsAtOnce { exit(3) }
    }

    func afterDescription() {
        switch self {
        case .readsNothing: sleepForever()
        case .closesInput:
            close(STDIN_FILENO)
            sleepForever()
        default: break
        }
    }

    func answer(id: JSONValue, to request: JSONObject) {
        let isSeal = request.contains("seal")
        var answer: JSONObject = ["id": id]
        switch self {
        case .exitsAtOnce, .describesNothing, .twoSuites, .readsNothing, .closesInput: sleepForever()
        case .exits, .exitsForTopic: exit(3)
        case .exitsInAnswer:
            send(Array(#"{"id":"#.utf8))
            exit(0)
        case .killed: raise(SIGKILL)
        case .hangs: sleepForever()
        case .hangsDeafToTermination:
            for number in [SIGTERM, SIGINT, SIGHUP] { signal(number, SIG_IGN) }
            sleepForever()
        case .leavesChild: leaveChild()
        case .closesOutput:
            close(STDOUT_FILENO)
            sleepForever()
        case .floodsBytes: while true { send(Array(repeating: UInt8(ascii: "x"), count: 65_536)) }
        case .floodsLines: while true { send(Array(repeating: Array("{}\n".utf8), count: 20_000).flatMap(\.self)) }
        case .emptyLine: send([UInt8(ascii: "\n")])
        case .notJSON: send(Array("Jane has € 240\n".utf8))
        case .array: send(Array("[1]\n".utf8))
        case .invalidUTF8:
            send(answer.serialized().dropLast() + Array(#","body":"Jane"#.utf8) + [0xFF] + Array("\"}\n".utf8))
        case .duplicateMember:
            send(answer.serialized().dropLast() + Array(#","refused":"a","refused":"b"}"#.utf8) + [10])
        case .wrongID: send(["id": 1, "refused": isSeal ? "tooLarge" : "malformed"])
        case .textID: send(["id": "2", "refused": isSeal ? "tooLarge" : "malformed"])
        case .noID: send(["refused": isSeal ? "tooLarge" : "malformed"])
        case .twoAnswers:
            answer["refused"] = isSeal ? "tooLarge" : "malformed"
            send(answer.serialized() + [10] + answer.serialized() + [10])
        case .laterLine:
            answer["refused"] = isSeal ? "invalidPayload" : "malformed"
            send(answer)
            // Until the test has read the first line.
            while let file, access(file + ".proceed", F_OK) != 0 { usleep(1000) }
            send(answer)
            note(getpid())
        case .missingMember: send(answer)
        case .wrongType:
            answer[isSeal ? "body" : "payload"] = ["Jane": 240]
            send(answer)
        case .invalidPayload:
            answer[isSeal ? "body" : "payload"] = #"{"Jane":1,"Jane":2}"#
            send(answer)
        case .negativeBytesLeft, .hugeBytesLeft:
            answer["body"] = "{}"
            answer["bytesLeft"] = self == .negativeBytesLeft ? -1 : 9_000_000_000_000_000_000
            send(answer)
        case .unknownCode:
            answer["refused"] = "Jane"
            send(answer)
        case .refusalWithResult:
            answer[isSeal ? "body" : "payload"] = "{}"
            answer["refused"] = isSeal ? "tooLarge" : "malformed"
            send(answer)
        case .invalidBase64, .unsealed:
            answer["body"] = self == .invalidBase64 ? #"{"sealed":"Jane=="}"# : #"{"aps":{}}"#
            answer["bytesLeft"] = 0
            send(answer)
        }
    }

    /// Ends and leaves a process that keeps the streams open.
    private func leaveChild() -> Never {
        var pid: pid_t = 0
        let arguments = ["sleep", "1000"].map { (word: String) in strdup(word) } + [nil]
        guard posix_spawn(&pid, "/bin/sleep", nil, nil, arguments, nil) == 0 else { exit(75) }
        note(pid)
        exit(5)
    }

    /// Hangs; the process writes its id once more, so that the test's clock advances.
    private func sleepForever() -> Never {
        note(getpid())
        while true { sleep(1000) }
    }
}
