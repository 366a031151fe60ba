import Foundation
import KeyDatabase
import KeyManagement

/// Writes a line: `> ID` before each step, and after it `+ ID THUMBPRINT` for an enrolment that the registry has confirmed, or
/// `- ID` for a registration that it has removed.
///
/// The program is a server that enrols devices, for tests that start several and kill them.
func report(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    guard write(STDOUT_FILENO, bytes, bytes.count) == bytes.count else { exit(2) }
}

func enrol(_ id: UTF8Text, in registry: DeviceRegistry) async throws {
    report("> \(id)")
    var device = Keyring.forPublicKeys(name: "device", role: .device)
    let offer = try device.offer()
    let challenge = try await registry.challenge(offer, for: id)
    let answer = try device.answer(
        challenge, from: provider.publicHalf(), context: EnrolmentContext(audience: id.string))
    try await device.finish(registry.confirm(answer, for: id))
    report("+ \(id) \(offer.key.thumbprint)")
}

let words = Array(CommandLine.arguments.dropFirst())
guard words.count >= 3 else { exit(64) }
if words[0] == "remove" {
    try KeyDirectory(words[1]).remove(UTF8Text(words[2]))
    exit(0)
}
let provider = try Keyring.generate(name: "bank", role: .provider)
let registry = try DeviceRegistry(SQLiteKeyStore(path: words[1], busyTimeout: .seconds(60)), provider: provider)
// A count, or without one until the process is killed.
for number in 0..<(words.count > 3 ? Int(words[3]) ?? 0 : .max) {
    let id: UTF8Text = "\(words[2])-\(number)"
    try await enrol(id, in: registry)
    guard words[0] == "churn" else { continue }
    if number % 3 == 1 { try await enrol(id, in: registry) }
    if number % 5 == 4 {
        report("> \(id)")
        try await registry.forget(id)
        report("- \(id)")
    }
}
