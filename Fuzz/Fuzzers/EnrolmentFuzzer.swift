@testable import KeyManagement

func fuzzEnrolment(_ bytes: [UInt8]) throws(Violation) {
    if let offer = try? KeyOffer(parsing: bytes) {
        try demand((try? KeyOffer(parsing: offer.serialized())) == offer, "an offer is read as it was written")
    }
    if let challenge = try? KeyChallenge(parsing: bytes) {
        try demand(
            (try? KeyChallenge(parsing: challenge.serialized())) == challenge, "a challenge is read as it was written")
        if let answer = try? FixedKeys.device.answer(challenge, from: FixedKeys.provider, at: FixedKeys.now) {
            try demand(answer.key == challenge.key, "an answer is for the key that was asked")
        }
    }
    if let answer = try? KeyAnswer(parsing: bytes) {
        let text = answer.serialized()
        try demand((try? KeyAnswer(parsing: text))?.serialized() == text, "an answer is read as it was written")
        var keyring = Keyring.forPublicKeys(name: "fuzz", role: .device)
        try demand(
            (try? keyring.confirm(answer, grace: .days(1), at: FixedKeys.now)) == nil,
            "nobody enrols without a challenge")
    }
    if let report = try? KeyReport(parsing: bytes) {
        try demand((try? KeyReport(parsing: report.serialized())) == report, "a report is read as it was written")
        _ = FixedKeys.device.action(on: report)
    }
}
