import Foundation
import PushOpener
import PushPayload
import PushSealer
import RoundTrip
import StrictJSON
import Synchronization

extension BrokenImplementationTests {
    /// Sealers whose bodies open, and yet are not those of the wire format.
    static let formatFaults: [Fault] = [
        Fault(
            testDescription: "the sealer writes another number into the visible part", law: .visiblePartExact,
            message: "/aps/content-available: another number found"
        ) { implementation in
            let seal = implementation.seal
            implementation.seal = { payload, input in
                var sealed = try await seal(payload, input)
                guard var body = try JSONValue(parsing: sealed.body).objectValue else { return sealed }
                // A text of the same length, so that the sizes are right.
                body[at: "aps.content-available"] = 0
                sealed.body = body.serialized()
                return sealed
            }
        },
        Fault(
            testDescription: "the sealer pads to half the block", law: .lengthExact, message: "with padding "
        ) { implementation in
            let seal = implementation.seal
            implementation.seal = { payload, input in
                var input = input
                if case .block(let size) = input.options.padding { input.options.padding = .block((size + 1) / 2) }
                return try await seal(payload, input)
            }
        },
        Fault(
            testDescription: "the sealer keeps 53 bits of the sequence", law: .fieldsReadBack,
            message: "sequence is 9007199254740991, not 18446744073709551615"
        ) { implementation in
            let seal = implementation.seal
            implementation.seal = { payload, input in
                var input = input
                input.options.sequence = input.options.sequence.map { $0 & (1 << 53 - 1) }
                return try await seal(payload, input)
            }
        },
        Fault(
            testDescription: "the sealer counts although no sequence is given", law: .fieldsReadBack,
            message: "sequence is 0, not absent"
        ) { implementation in
            let seal = implementation.seal
            implementation.seal = { payload, input in
                var input = input
                input.options.sequence = input.options.sequence ?? 0
                return try await seal(payload, input)
            }
        },
        Fault(
            testDescription: "the sealer derives its random bytes from its inputs", law: .randomnessFresh,
            message: "two envelopes have the same random bytes"
        ) { implementation in
            let seal = implementation.seal
            let made = Mutex<[SealKey: Implementation.Sealed]>([:])
            implementation.seal = { payload, input in
                let keys = [input.keys.device, input.keys.provider, input.keys.shared].map { try? $0?.primary.id }
                let key = SealKey(
                    payload: payload.serialized(), options: input.options, audience: input.audience, keys: keys)
                if let known = made.withLock({ $0[key] }) { return known }
                let sealed = try await seal(payload, input)
                made.withLock { $0[key] = sealed }
                return sealed
            }
        },
    ]
}

/// The inputs that determine a seal.
private struct SealKey: Hashable {
    let payload: [UInt8]
    let options: SealOptions
    let audience: String
    let keys: [KeyID?]
}
