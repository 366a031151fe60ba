import PushOpener
import PushSealer

extension Law {
    /// An envelope is not opened for a second request.
    public static let replayRefused = Law(
        "replayRefused",
        "an envelope opens for one request, repeatedly with the same result, and for no other"
    ) { trial in
        let memory = ReplayMemory()
        let first = "request 1"
        func inRequest(_ request: String?) -> (inout OpeningTask) -> Void {
            { task in
                task.replayStore = memory
                task.request = request
            }
        }
        try await trial.expect(trial.payload.root, "opened first", inRequest(first))
        try await trial.expect(trial.payload.root, "opened again for the same request", inRequest(first))
        try await trial.expectRefusal([.replayed], "opened again for another request", inRequest("request 2"))
        try await trial.expectRefusal([.replayed], "opened again without a request", inRequest(nil))
        try await trial.expectRefusal([.replayed], "opened again for an empty request", inRequest(""))
        let rewritten = JSONRewriting(escapesAll: true).text(of: trial.body)
        try await trial.expectRefusal(
            [.replayed], of: rewritten, "opened again, rewritten in transit", inRequest("request 3"))
        // A refused push is not stored, so a sender without a key cannot fill or poison the store.
        let empty = ReplayMemory()
        try await trial.expectRefusal([.cannotOpen], "under another topic") { task in
            task.replayStore = empty
            task.topic += "x"
        }
        try await trial.expect(trial.payload.root, "opened after a refusal") { $0.replayStore = empty }
        return 8
    }

    /// An expired push is refused, to the second.
    public static let expiredRefused = Law(
        "expiredRefused",
        "a push opens until its expiry plus the clock skew, and not a second later"
    ) { trial in
        for lifetime: UInt32 in [0, 3600] {
            let sealed = try await trial.sealIfItFits { $0.options.expiresIn = lifetime }
            let end = Trial.issuedAt + lifetime
            for skew: UInt32 in [0, 60] {
                try await trial.expect(trial.payload.root, from: sealed.body, "at the end") { task in
                    task.now = end + skew
                    task.clockSkew = skew
                }
                try await trial.expectRefusal([.expired], of: sealed.body, "one second after the end") { task in
                    task.now = end + skew + 1
                    task.clockSkew = skew
                }
            }
            try await trial.expectRefusal([.expired], of: sealed.body, "at the end of time") { task in
                task.now = .max
            }
        }
        return 10
    }

    /// A push sealed in the future is refused, to the second.
    public static let futureRefused = Law(
        "futureRefused",
        "a push sealed later than the device's clock plus the skew is refused"
    ) { trial in
        for skew: UInt32 in [0, 60] {
            try await trial.expect(trial.payload.root, "sealed as far ahead as allowed") { task in
                task.now = Trial.issuedAt - skew
                task.clockSkew = skew
            }
            try await trial.expectRefusal([.notYetValid], "sealed one second further ahead") { task in
                task.now = Trial.issuedAt - skew - 1
                task.clockSkew = skew
            }
        }
        try await trial.expectRefusal([.notYetValid], "at the beginning of time") { $0.now = 0 }
        return 5
    }
}

extension Trial {
    /// Seals with an addition, which may not fit into a payload near the limit.
    func sealIfItFits(_ change: (inout SealingTask) -> Void) async throws -> Halves.Sealed {
        do {
            return try await seal(nil, change)
        } catch let error as SealError where error.code == .tooLarge {
            throw Inapplicable("the payload is too large for the addition")
        }
    }
}
