import PushOpener
import PushSealer

/// The laws of replays and times.
extension LawCheck {
    func replayRefused() async throws {
        let memory = ReplayMemory()
        func inRequest(_ request: String?) -> (inout OpeningInput) -> Void {
            { input in
                input.replayStore = memory
                input.request = request
            }
        }
        try await expect("opened first", inRequest("request 1"))
        try await expect("opened again for the same request", inRequest("request 1"))
        try await expectRefusal([.replayed], "opened again for another request", inRequest("request 2"))
        try await expectRefusal([.replayed], "opened again without a request", inRequest(nil))
        try await expectRefusal([.replayed], "opened again for an empty request", inRequest(""))
        try await expectRefusal(
            [.replayed], of: JSONRewriting(escapesAll: true).text(of: body), "opened again, rewritten in transit",
            inRequest("request 3"))
        // A refused push is not stored, so a sender without a key cannot fill or poison the store.
        let empty = ReplayMemory()
        try await expectRefusal([.cannotOpen], "under another topic") { input in
            input.replayStore = empty
            input.topic += "x"
        }
        try await expect("opened after a refusal") { $0.replayStore = empty }
    }

    func expiredRefused() async throws {
        for lifetime: UInt32 in [0, 3600] {
            let body = try await sealIfItFits { $0.options.expiresIn = lifetime }.body
            let end = Self.issuedAt + lifetime
            for skew: UInt32 in [0, 60] {
                try await expect(from: body, "at the end", at(end + skew, skew: skew))
                try await expectRefusal(
                    [.expired], of: body, "one second after the end", at(end + skew + 1, skew: skew))
            }
            try await expectRefusal([.expired], of: body, "at the end of time", at(.max))
        }
    }

    func futureRefused() async throws {
        for skew: UInt32 in [0, 60] {
            try await expect("sealed as far ahead as allowed", at(Self.issuedAt - skew, skew: skew))
            try await expectRefusal(
                [.notYetValid], "sealed one second further ahead", at(Self.issuedAt - skew - 1, skew: skew))
        }
        try await expectRefusal([.notYetValid], "at the beginning of time", at(0))
    }

    private func at(_ now: UInt32, skew: UInt32 = 60) -> (inout OpeningInput) -> Void {
        { input in
            input.now = now
            input.policy.clockSkew = skew
        }
    }

    /// Seals with an addition, which may not fit into a payload near the limit.
    private func sealIfItFits(_ change: (inout SealingInput) -> Void) async throws -> Implementation.Sealed {
        do {
            return try await seal(nil, change)
        } catch let error as SealError where error.code == .tooLarge {
            throw Verdict.doesNotApply("the payload is too large for the addition")
        }
    }
}
