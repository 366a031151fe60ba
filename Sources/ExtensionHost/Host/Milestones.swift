import Synchronization

/// Records the steps that a run has reached and resumes the tasks that wait for them.
final class Milestones: Sendable {
    private typealias Waiting = (step: ExtensionRun.Step, continuation: CheckedContinuation<Void, Never>)

    private struct State {
        var reached: [ExtensionRun.Step] = []
        var delivery: Delivery?
        var handlerCalls = 0
        var waiting: [Waiting] = []
    }

    private let state = Mutex(State())

    /// Counts a call of the handler, also after the end.
    func countHandlerCall() { state.withLock { $0.handlerCalls += 1 } }

    /// The number of handler calls.
    var handlerCalls: Int { state.withLock { $0.handlerCalls } }

    /// Marks a step and resumes the tasks that wait for it.
    func reach(_ step: ExtensionRun.Step) {
        wake { state in
            if !state.reached.contains(step) { state.reached.append(step) }
            return { $0 == step }
        }
    }

    /// Ends the run and resumes all waiting tasks.
    func settle(_ delivery: Delivery) {
        wake { state in
            state.delivery = delivery
            return { _ in true }
        }
    }

    /// Waits for a step or for the end.
    func reached(_ step: ExtensionRun.Step) async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if state.reached.contains(step) || state.delivery != nil { return true }
                state.waiting.append((step, continuation))
                return false
            }
            if isReached { continuation.resume() }
        }
    }

    /// The delivery; waits until the run has ended.
    var delivery: Delivery {
        get async {
            while true {
                if let delivery = state.withLock({ $0.delivery }) { return delivery }
                await reached(.settled)
            }
        }
    }

    private func wake(_ change: (inout State) -> ((ExtensionRun.Step) -> Bool)) {
        let awake: [Waiting] = state.withLock { state in
            let isAwake = change(&state)
            if state.waiting.isEmpty { return [] }
            let awake = state.waiting.filter { isAwake($0.step) }
            state.waiting.removeAll { isAwake($0.step) }
            return awake
        }
        for (_, continuation) in awake {
            continuation.resume()
        }
    }
}
