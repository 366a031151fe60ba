import Foundation
import StrictJSON

// A program for the round-trip harness, by Documentation/harness-protocol.md, with this package's sealer and opener.
//
//     HarnessSpecimen [sound|FAULT [FILE]]
//
// A fault replaces the answer to each request but `describe`. The ids of the processes are appended to the file.

let fault = CommandLine.arguments.count > 1 ? Fault(rawValue: CommandLine.arguments[1]) : nil
let file = CommandLine.arguments.count > 2 ? CommandLine.arguments[2] : nil
note(getpid())
if CommandLine.arguments.count > 1, CommandLine.arguments[1] != "sound", fault == nil { exit(64) }
fault?.atStart()
var reader = Half()
while let line = readLine() {
    let limits = JSONLimits(maximumByteCount: 16 << 20)
    guard let request = try? JSONValue(parsing: Array(line.utf8), limits: limits).objectValue,
        let id = request["id"]
    else { exit(65) }
    if request.contains("describe"), fault != .describesNothing {
        let suites: JSONValue = fault == .twoSuites ? [1, 3, 9] : [1, 2, 3, 5]
        send(["id": id, "name": "specimen", "suites": suites])
        fault?.afterDescription()
    } else if let fault, fault.isShown(by: request) {
        fault.answer(id: id, to: request)
    } else {
        send(reader.answer(id: id, to: request))
    }
}

/// Writes an answer as one line.
func send(_ answer: JSONObject) { send(answer.serialized() + [UInt8(ascii: "\n")]) }

func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
        guard count > 0 else { exit(66) }
        rest = rest.dropFirst(count)
    }
}

/// Appends the id of a process to the file of the arguments.
func note(_ pid: pid_t) {
    guard let file else { return }
    let descriptor = open(file, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    let line = Array("\(pid)\n".utf8)
    guard write(descriptor, line, line.count) == line.count else { exit(67) }
    close(descriptor)
}
