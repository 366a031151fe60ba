import Foundation
import PushPayload

// The envelopes and verdicts on which both backends of CryptoPrimitives must agree, for Scripts/check-backends:
//
//     BackendVerdicts seal SEED COUNT     prints random envelopes
//     BackendVerdicts verdicts            reads envelopes, one a line, and prints the verdict on each
//     BackendVerdicts corpora FIXTURES    prints the verdict on each file of a folder of fixtures
//     BackendVerdicts time PAYLOAD        prints the microseconds of a seal and of an opening in each suite, for Benchmarks/backends

let arguments = CommandLine.arguments.dropFirst()
switch (arguments.first, arguments.count) {
case ("seal", 3):
    guard let seed = UInt64(arguments[2]), let count = Int(arguments[3]) else { exit(64) }
    var envelopes = try RandomEnvelopes(seed: seed)
    for _ in 0..<count { print(try envelopes.next()) }
case ("verdicts", 1):
    let opener = try Keys.opener()
    while let envelope = readLine() {
        print(Verdict.onEnvelope(envelope, purpose: RandomEnvelopes.purpose, opener: opener))
    }
case ("corpora", 2):
    for line in try Corpora(fixtures: URL(filePath: arguments[2])).verdicts() { print(line) }
case ("time", 2):
    let payload = try Payload(parsing: Array(Data(contentsOf: URL(filePath: arguments[2]))))
    for line in try Timing(payload: payload, iterationCount: 1_000).lines() { print(line) }
default:
    exit(64)
}
