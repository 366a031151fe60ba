import PushPayload
import PushSealer
import SealedEnvelope

/// The laws of the bytes that a sealer writes, which opening alone does not show.
extension LawCheck {
    func visiblePartExact() throws {
        trials.count += 1
        let found = try SealedBody(sealed.body, sealedBy: sealing).visible
        let expected = ExpectedVisiblePart.of(payload.root, sealedBy: sealing)
        if let difference = found.difference(from: expected) { throw Verdict.broken(difference) }
    }

    func lengthExact() async throws {
        try requireExactLength(of: sealed.body, sealedBy: sealing)
        // One block that is not a multiple of any other in use, and the largest.
        for size in [100, 4096] {
            var input = sealing
            input.options.padding = .block(size)
            try await requireExactLength(of: seal { $0 = input }.body, sealedBy: input)
        }
    }

    private func requireExactLength(of body: [UInt8], sealedBy input: SealingInput) throws {
        trials.count += 1
        let body = try SealedBody(body, sealedBy: input)
        let sizes = MessageSizes(sealedBy: input, suite: suite, visibleByteCount: body.visibleByteCount)
        let expected = sizes.padded(body.parts.map(\.message)) ?? []
        try require(!expected.isEmpty, "with \(input.options.padding.words): more content than the limit permits")
        for (part, byteCount) in zip(body.parts, expected) {
            let found = part.messageByteCount
            try require(
                found == byteCount, "with \(input.options.padding.words): a message of \(found) bytes, not \(byteCount)"
            )
        }
    }

    func fieldsReadBack() async throws {
        try requireFields(of: sealed.body, sealedBy: sealing)
        // The largest sequence is also larger than any integer that binary64 represents.
        for (expiresIn, sequence) in [(keys.longestLifetime, nil), (.seconds(1), 1), (.seconds(0), UInt64.max)] {
            var input = sealing
            input.options.expiresIn = expiresIn
            input.options.sequence = sequence
            do {
                try await requireFields(of: seal { $0 = input }.body, sealedBy: input)
            } catch let error as SealError where error.code == .tooLarge {
                continue
            }
        }
    }

    private func requireFields(of body: [UInt8], sealedBy input: SealingInput) throws {
        trials.count += 1
        let (issuedAt, sequence) = (input.now.unixTime, input.options.sequence)
        let expiresAt = issuedAt + (input.options.expiresIn ?? .zero).wholeSeconds
        for message in try SealedBody(body, sealedBy: input).parts.map(\.message) {
            try require(message.issuedAt == issuedAt, "issuedAt is \(message.issuedAt), not \(issuedAt)")
            try require(message.expiresAt == expiresAt, "expiresAt is \(message.expiresAt), not \(expiresAt)")
            try require(message.sequence == sequence, "sequence is \(message.sequence.words), not \(sequence.words)")
        }
    }

    func randomnessFresh() async throws {
        var seen: Set<[UInt8]> = []
        for number in 0..<4 {
            trials.count += 1
            let body = try await number == 0 ? sealed.body : seal().body
            for part in try SealedBody(body, sealedBy: sealing).parts {
                // enc, the nonce, or the ephemeral key with which a box begins.
                let random = part.envelope.sealedPart.prefix(suite == .shared ? 24 : 32)
                try require(seen.insert(Array(random)).inserted, "two envelopes have the same random bytes")
            }
        }
    }
}

extension Optional where Wrapped: FixedWidthInteger {
    fileprivate var words: String { map { "\($0)" } ?? "absent" }
}
