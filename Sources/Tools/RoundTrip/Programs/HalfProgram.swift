#if canImport(ExtensionHost)
import PushPayload
import SealedEnvelope

/// A program that takes the place of the provider half or of the device half, by Documentation/harness-protocol.md.
///
/// It is started for the first request, in a process group of its own, and ends when the implementation is released: its
/// input ends, and what has not ended after a second is killed, as after a failure. Its standard error is that of this
/// process.
public struct HalfProgram: Sendable, Hashable {
    /// The command, for `/bin/sh`.
    public var command: String
    /// The time for each answer, in whole seconds.
    public var timeLimit: Duration

    /// Takes a command and the time for each answer, 30 seconds unless given.
    public init(_ command: String, timeLimit: Duration = .seconds(30)) {
        self.command = command
        self.timeLimit = timeLimit
    }
}

extension Implementation {
    /// Returns this package's halves with programs in their places.
    ///
    /// A program that fails breaks the law that is checked, is killed and is started again for the next request; after three
    /// failures it is not started any more. Its suites restrict those that are checked. A replay store in an input of an
    /// opener must be an object. With an opener, the two laws of delivery do not apply.
    ///
    /// - Parameters:
    ///   - sealer: The program in place of the provider half; nil for this package's `Sealer`.
    ///   - opener: The program in place of the device half; nil for this package's `Opener`.
    /// - Returns: The implementation.
    public static func programs(sealer: HalfProgram? = nil, opener: HalfProgram? = nil) -> Implementation {
        var implementation = Implementation.toolkit
        if let sealer { implementation.seal(with: ProgramClient(sealer, half: "sealer")) }
        if let opener { implementation.open(with: ProgramClient(opener, half: "opener")) }
        return implementation
    }

    private mutating func seal(with program: ProgramClient) {
        sealer = program
        let sealText: @Sendable (String, SealingInput) async throws -> Sealed = { text, input in
            try await program.result("seal") { _ in
                try input.request(sealing: text)
            } parse: { answer throws(ProgramFailure) in
                try answer.sealed()
            }.get()
        }
        seal = { try await sealText(String(decoding: $0.serialized(), as: UTF8.self), $1) }
        self.sealText = sealText
        sealEnvelope = { content, purpose, input in
            try await program.result("seal") { _ in
                try input.request(sealingEnvelopeOf: content, purpose: purpose)
            } parse: { answer throws(ProgramFailure) in
                try answer.sealedEnvelope()
            }.get()
        }
    }

    private mutating func open(with program: ProgramClient) {
        opener = program
        open = { body, input in
            let opened = try await program.result("open") { stores in
                try input.request(opening: body, stores: &stores)
            } parse: { answer throws(ProgramFailure) in
                try answer.opened()
            }
            return Payload(try opened.get())
        }
        openEnvelope = { envelope, purpose, input in
            try await program.result("open") { stores in
                try input.request(openingEnvelope: envelope, purpose: purpose, stores: &stores)
            } parse: { answer throws(ProgramFailure) in
                try answer.opened()
            }.get()
        }
        deliver = { _, _ in
            throw LawOutcome.Verdict.doesNotApply(
                "the opener is a program, and the law is about this package's extension")
        }
    }
}
#endif
