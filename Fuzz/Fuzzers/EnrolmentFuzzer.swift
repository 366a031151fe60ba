@testable import KeyManagement

func fuzzEnrolment(_ bytes: [UInt8]) throws(Violation) {
    if let offer = try? KeyOffer(parsing: bytes) {
        try demand((try? KeyOffer(parsing: offer.serialized())) == offer, "an offer is equal after writing and parsing")
    }
    if let challenge = try? KeyChallenge(parsing: bytes) {
        try demand(
            (try? KeyChallenge(parsing: challenge.serialized())) == challenge,
            "a challenge is equal after writing and parsing")
        if let answer = try? FixedKeys.device.answer(challenge, from: FixedKeys.provider, at: FixedKeys.now) {
            try demand(answer.key == challenge.key, "an answer is for the key of the challenge")
        }
    }
    if let answer = try? KeyAnswer(parsing: bytes) {
        let text = answer.serialized()
        try demand(
            (try? KeyAnswer(parsing: text))?.serialized() == text, "an answer is equal after writing and parsing")
        var keyring = Keyring.forPublicKeys(name: "fuzz", role: .device)
        try demand(
            (try? keyring.confirm(answer, grace: .days(1), at: FixedKeys.now)) == nil,
            "an answer without a challenge is refused")
    }
    if let report = try? KeyReport(parsing: bytes) {
        try demand(
            (try? KeyReport(parsing: report.serialized())) == report, "a report is equal after writing and parsing")
        _ = FixedKeys.device.action(on: report)
    }
}
