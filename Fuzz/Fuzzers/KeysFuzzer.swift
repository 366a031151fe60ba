@testable import KeyManagement

/// Fuzzes the parsers of key files: a keyring, also a protected one, a single JWK, PEM, or the raw bytes of a key.
func fuzzKeys(_ bytes: [UInt8]) throws(Violation) {
    guard let text = try? KeyringText(copying: bytes.span) else { return }
    if let keyring = try? Keyring(text, name: "fuzz") { try checkText(of: keyring) }
    if let set = try? KeySetReader(text.memory, name: "fuzz"), set.isProtected, let halves = try? set.publicKeyring() {
        try demand(!halves.isSecret, "the public halves of a protected keyring have no secret")
        try demand((try? set.keyring()) == nil, "a protected keyring is not opened without a passphrase")
    }
    for role in KeyRole.allCases {
        guard let keyring = try? Keyring(importing: text, name: "fuzz", role: role, at: FixedKeys.now) else { continue }
        try demand(keyring.role == role, "an imported keyring has the requested role")
        try checkText(of: keyring)
        for key in keyring.keys { try checkPEM(of: key) }
    }
    guard bytes.count <= 64 else { return }
    for half in [KeyHalf.secret, .open] {
        guard
            let keyring = try? Keyring(importingRaw: text, half: half, name: "fuzz", role: .device, at: FixedKeys.now)
        else { continue }
        try demand(bytes.count == 32, "a raw key has 32 bytes")
        try checkText(of: keyring)
    }
}

/// Checks that a parsed keyring can be written and parsed, with the same bytes when it is written again.
private func checkText(of keyring: Keyring) throws(Violation) {
    do {
        let text = try keyring.text()
        let again = try Keyring(text, name: keyring.name)
        try demand(again.keys.map(\.id) == keyring.keys.map(\.id), "no key is lost")
        try demand(try again.text().bytes == text.bytes, "a keyring's text is a normal form")
        guard keyring.role != .shared else { return }
        let half = try keyring.publicHalf()
        try demand(!half.isSecret, "a public half has no secret")
        try demand(
            try Keyring(half.text(), name: "half").keys.map(\.id) == keyring.keys.map(\.id),
            "a public half has the same keys")
    } catch let violation as Violation {
        throw violation
    } catch {
        throw Violation(description: "a parsed keyring can be written and parsed: \(error)")
    }
}

/// Checks that a key is the same after writing it as PEM and parsing it.
private func checkPEM(of key: Key) throws(Violation) {
    guard let pem = try? key.text(as: .pem) else { return }
    guard let keyring = try? Keyring(importing: pem, name: "again", role: key.role, at: FixedKeys.now) else {
        throw Violation(description: "a key written as PEM can be parsed")
    }
    try demand(keyring.keys.map(\.id) == [key.id], "a key written as PEM is the same")
}

extension KeyringText {
    fileprivate var bytes: [UInt8] { withBytes { bytes in bytes.indices.map { bytes[$0] } } }
}
