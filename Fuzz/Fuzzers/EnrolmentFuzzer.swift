import Platform

@testable import KeyManagement

/// Fuzzes the messages of an enrolment, reports about keys, and what a device has stored of its enrolments.
func fuzzEnrolment(_ bytes: [UInt8]) throws(Violation) {
    if let offer = try? KeyOffer(parsing: bytes) {
        try demand((try? KeyOffer(parsing: offer.serialized())) == offer, "an offer is equal after writing and parsing")
        try checkChallenge(to: offer)
    }
    if let challenge = try? KeyChallenge(parsing: bytes) {
        try demand(
            (try? KeyChallenge(parsing: challenge.serialized())) == challenge,
            "a challenge is equal after writing and parsing")
        try checkAnswer(to: challenge)
    }
    if let answer = try? KeyAnswer(parsing: bytes) {
        let text = answer.serialized()
        try demand(
            (try? KeyAnswer(parsing: text))?.serialized() == text, "an answer is equal after writing and parsing")
        var keyring = Keyring.forPublicKeys(name: "fuzz", role: .device)
        try demand(
            (try? keyring.confirm(answer, at: FixedKeys.now)) == nil, "an answer without a challenge is refused")
    }
    if let confirmation = try? KeyConfirmation(parsing: bytes) {
        let text = confirmation.serialized()
        try demand(
            (try? KeyConfirmation(parsing: text))?.serialized() == text,
            "a confirmation is equal after writing and parsing")
        var device = FixedKeys.offering
        try demand(
            (try? device.finish(confirmation, at: FixedKeys.now)) == nil, "a confirmation without an answer is refused")
    }
    if let report = try? KeyReport(parsing: bytes) {
        try demand(
            (try? KeyReport(parsing: report.serialized())) == report, "a report is equal after writing and parsing")
        _ = FixedKeys.device.action(on: report)
    }
    if let text = try? KeyringText(copying: bytes.span), let stored = try? Keyring(text, name: "fuzz"),
        stored.role == .device
    {
        try checkChains(of: stored)
    }
}

/// Checks that a registration holds what was offered, and no secret of the device's.
private func checkChallenge(to offer: KeyOffer) throws(Violation) {
    guard let provider = FixedKeys.enrolling.keys.first?.providerKey else { return }
    var registration = Keyring.forPublicKeys(name: "fuzz", role: .device)
    guard let challenge = try? registration.challenge(offer, from: provider, at: FixedKeys.now) else { return }
    try demand(
        registration.keys.map(\.thumbprint) == [challenge.key] && registration.keys.map(\.state) == [.pending]
            && !registration.isSecret && registration.keys[0].enrolment?.chain != nil,
        "a challenged key is pending and has a chain")
}

/// Checks that an answer has erased the offer, and that the device waits for its confirmation.
private func checkAnswer(to challenge: KeyChallenge) throws(Violation) {
    var device = FixedKeys.offering
    let context = EnrolmentContext(topic: FixedKeys.topic, audience: "installation-7")
    let answer = try? device.answer(challenge, from: FixedKeys.enrolling, context: context, at: FixedKeys.now)
    guard let answer else {
        return try demand(device.keys[0].enrolment?.offer != nil, "a refused challenge leaves the offer")
    }
    let enrolment = device.keys[0].enrolment
    try demand(
        answer.key == challenge.key && enrolment?.offer == nil && enrolment?.chain != nil
            && device.awaitedAnswer?.members == answer.members,
        "an answered key has a chain and no offer")
}

/// Checks what a device does with any chains that it has stored.
private func checkChains(of stored: Keyring) throws(Violation) {
    try demand((try? stored.publicHalf().holdsSecrets) == false, "a public half has no chain")
    var device = stored
    let time = FixedKeys.now.unixTime
    guard (try? device.advance(to: time, opened: stored.keys.last?.thumbprint)) != nil else { return }
    for (key, advanced) in zip(stored.keys, device.keys) {
        guard let chain = key.enrolment?.chain, let next = advanced.enrolment?.chain else { continue }
        let oldest = Chain.day(of: time - chain.lifetimeInSeconds - Chain.slack)
        try demand(next.day == max(chain.day, oldest), "a chain moves forward to the oldest day that a reader accepts")
        try demand(next.day == 0 || next.key(of: next.day - 1) == nil, "a day before the chain's has no key")
    }
    try demand((try? device.advance(to: time, opened: nil)) == false, "a device advances once")
    guard let text = try? device.text() else { return }
    try demand((try? Keyring(text, name: "fuzz")) != nil, "an advanced keyring can be written and parsed")
}
