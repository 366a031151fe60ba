import PushOpener
import SealedEnvelope

extension Law {
    /// A change of any bit of the envelope is refused.
    public static let everyBitFlipRefused = Law(
        "everyBitFlipRefused",
        "an envelope with one bit flipped is refused, with the code for its position"
    ) { trial in
        let headerBits = trial.suite.headerByteCount * 8
        let rest = trial.effort.indices(of: trial.envelope.count * 8 - headerBits).map { headerBits + $0 }
        for bit in Array(0..<headerBits) + rest {
            var envelope = trial.envelope
            envelope[bit / 8] ^= 1 << (bit % 8)
            let codes: [Refusal.Code] =
                switch bit / 8 {
                case 0 where SealingSuite(rawValue: envelope[0]) == nil: [.unknownSuite]
                // Another known suite: too short for it, unauthenticated, or a key of another role.
                case 0: [.malformed, .unauthenticatedSender, .unknownKey]
                case 1...4: [.unknownKey]
                case 5...8 where trial.suite == .hpkeAuth: [.unknownSender]
                default: [.cannotOpen]
                }
            try await trial.expectRefusal(
                codes, of: trial.body(carrying: envelope), "bit \(bit % 8) of byte \(bit / 8) flipped")
        }
        return headerBits + rest.count
    }

    /// Any other length of the envelope or of the body is refused.
    public static let everyTruncationRefused = Law(
        "everyTruncationRefused",
        "an envelope cut to any length, or longer by one byte, is refused, and so is a body cut to any length"
    ) { trial in
        let lengths = trial.effort.indices(of: trial.envelope.count)
        for length in lengths {
            try await trial.expectRefusal(
                [length < trial.suite.overhead ? .malformed : .cannotOpen],
                of: trial.body(carrying: Array(trial.envelope.prefix(length))), "envelope cut to \(length) bytes")
        }
        for byte: UInt8 in [0, 0x80, 0xff] {
            try await trial.expectRefusal(
                [.cannotOpen], of: trial.body(carrying: trial.envelope + [byte]), "envelope longer by one byte")
        }
        let cuts = trial.effort.indices(of: trial.sealed.body.count)
        for length in cuts {
            try await trial.expectRefusal(
                [.malformed], of: Array(trial.sealed.body.prefix(length)), "body cut to \(length) bytes")
        }
        return lengths.count + 3 + cuts.count
    }

    /// An envelope is accepted only in the suite it was sealed in, never in a weaker one.
    public static let noOtherSuiteAccepted = Law(
        "noOtherSuiteAccepted",
        "an envelope with another suite's number is refused, and one without a sender if a provider is pinned"
    ) { trial in
        let known = SealingSuite.allCases.map(\.rawValue)
        let unknown = (UInt8.min...UInt8.max).filter { !known.contains($0) }
        let others =
            known.filter { $0 != trial.suite.rawValue } + trial.effort.indices(of: unknown.count).map { unknown[$0] }
        for number in others {
            let codes: [Refusal.Code] =
                SealingSuite(rawValue: number) == nil
                ? [.unknownSuite] : [.malformed, .unauthenticatedSender, .unknownKey, .unknownSender, .cannotOpen]
            try await trial.expectRefusal(
                codes, of: trial.body(carrying: [number] + trial.envelope.dropFirst()), "under suite number \(number)")
        }
        guard !trial.suite.authenticatesSender else { return others.count }
        try await trial.expectRefusal([.unauthenticatedSender], "with a provider pinned") { task in
            task.provider = trial.keys.strangers.provider
        }
        return others.count + 1
    }
}
