import KeyManagement
import PushOpener
import SealedEnvelope

extension LawCheck {
    func everyBitFlipRefused() async throws {
        let headerBits = suite.headerByteCount * 8
        let rest = sampled(envelope.count * 8 - headerBits).map { headerBits + $0 }
        for bit in Array(0..<headerBits) + rest {
            var envelope = envelope
            envelope[bit / 8] ^= 1 << (bit % 8)
            let codes: [Refusal.Code] =
                switch bit / 8 {
                case 0 where SealingSuite(rawValue: envelope[0]) == nil: [.unknownSuite]
                // Another known suite: too short for it, unauthenticated, or a key of another role.
                case 0: [.malformed, .unauthenticatedSender, .unknownKey, .suiteMismatch]
                case 1...4: [.unknownKey]
                case 5...8 where suite.authenticatesSender: [.unknownSender]
                // Another day: one to come, one that was erased, or one with another key.
                case 9...10 where suite == .hpkeAuthPSK: [.notYetValid, .expired, .cannotOpen]
                default: [.cannotOpen]
                }
            try await expectRefusal(codes, of: body(carrying: envelope), "bit \(bit % 8) of byte \(bit / 8) flipped")
        }
    }

    func everyTruncationRefused() async throws {
        for length in sampled(envelope.count) {
            try await expectRefusal(
                [length < suite.overhead ? .malformed : .cannotOpen],
                of: body(carrying: Array(envelope.prefix(length))), "envelope cut to \(length) bytes")
        }
        for byte: UInt8 in [0, 0x80, 0xff] {
            try await expectRefusal([.cannotOpen], of: body(carrying: envelope + [byte]), "envelope longer by one byte")
        }
        for length in sampled(sealed.body.count) {
            try await expectRefusal([.malformed], of: Array(sealed.body.prefix(length)), "body cut to \(length) bytes")
        }
    }

    func noOtherSuiteAccepted() async throws {
        let known = SealingSuite.allCases.map(\.rawValue)
        let unknown = (UInt8.min...UInt8.max).filter { !known.contains($0) }
        for number in known.filter({ $0 != suite.rawValue }) + sampled(unknown.count).map({ unknown[$0] }) {
            // A suite of the format is known to an opener that has no keys for it, too (§5.1, check 4).
            let codes: [Refusal.Code] =
                known.contains(number)
                ? [.malformed, .unauthenticatedSender, .unknownKey, .suiteMismatch, .unknownSender, .cannotOpen]
                : [.unknownSuite]
            try await expectRefusal(
                codes, of: body(carrying: [number] + envelope.dropFirst()), "under suite number \(number)")
        }
        guard suite == .hpkeBase else { return }
        try await expectRefusal([.unauthenticatedSender], "with a provider pinned") {
            $0.keys.provider = otherKeys.provider
        }
        try await expectRefusal([.unauthenticatedSender], "with an empty provider's keyring") {
            $0.keys.provider = .forPublicKeys(name: "provider", role: .provider)
        }
    }

    /// Returns evenly spread indices below `count`, with the first and the last; all if they are few enough.
    private func sampled(_ count: Int) -> [Int] {
        let samples = max(harness.samples, 2)
        return samples < count ? (0..<samples).map { $0 * (count - 1) / (samples - 1) } : Array(0..<count)
    }
}
