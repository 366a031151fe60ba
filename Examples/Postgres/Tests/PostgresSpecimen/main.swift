import Foundation
import KeyManagement
import PostgresKeyStore

/// Writes a line: `> NAME` before each step, and after it `+ NAME THUMBPRINT` for a key that was kept, `? NAME THUMBPRINT` for one
/// whose outcome is not known, or `- NAME` for a registration that was removed.
///
/// The program is a server that changes registrations, for tests that start several and kill them.
func report(_ words: String...) {
    let bytes = Array((words.joined(separator: " ") + "\n").utf8)
    guard write(STDOUT_FILENO, bytes, bytes.count) == bytes.count else { exit(2) }
}

/// Pins a new key, in a new registration or one that is there.
func pin(_ name: String, isNew: Bool) async throws {
    report(">", name)
    let keyring = UTF8Text(name)
    guard let key = try Keyring.generate(name: keyring, role: .device).primary.devicePublicKey else { exit(3) }
    do {
        if isNew {
            var registration = Keyring.forPublicKeys(name: keyring, role: .device)
            try registration.pin(key)
            try await store.add(registration)
        } else {
            try await store.change(named: keyring) { try $0.pin(key) }
        }
        report("+", name, key.thumbprint.description)
    } catch let error as PostgresError where error.code == .unknownOutcome {
        report("?", name, key.thumbprint.description)
    }
}

let words = Array(CommandLine.arguments.dropFirst())
guard words.count >= 4 else { exit(64) }
let store = try PostgresKeyStore(words[1], schema: words[2], timeout: .seconds(600))
if words[0] == "change", words.count == 5 {
    for _ in 0..<(Int(words[4]) ?? 0) { try await pin(words[3], isNew: false) }
} else {
    for number in 0..<Int.max {
        let name = "\(words[3])-\(number)"
        try await pin(name, isNew: true)
        if number % 3 == 1 { try await pin(name, isNew: false) }
        if number % 5 == 4 {
            report(">", name)
            let keyring = UTF8Text(name)
            try await store.remove(keyring)
            report("-", name)
        }
    }
}
