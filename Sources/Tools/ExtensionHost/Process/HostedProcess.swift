import Glibc
import PhoneState
import Synchronization

/// The host's side of one extension process.
///
/// A thread of its own reads the process's messages, drains its output, checks its memory, and reaps it.
final class HostedProcess: Sendable {
    private struct Run {
        var report: (@Sendable (RunEvent) -> Void)?
        var service: ServiceSummary?
    }

    private struct State {
        var runs: [Int: Run] = [:]
        var nextNumber = 0
        var isRetired = false
        var isClosing = false
        var end: DeliveryReason?
        var peak = 0
    }

    private let process: SpawnedProcess
    private let program: ExtensionProgram
    private let state = Mutex(State())
    private let onChange: @Sendable () -> Void

    /// The polling interval for an idle process, in milliseconds.
    private static let idleInterval: Int32 = 50

    /// Follows a process; the closure is called after it has a free slot again or has ended.
    init(_ process: SpawnedProcess, of program: ExtensionProgram, onChange: @escaping @Sendable () -> Void) {
        self.process = process
        self.program = program
        self.onChange = onChange
        onNewThread(named: "extension \(process.pid)") { self.follow() }
    }

    var peakMemory: Int { state.withLock { $0.peak } }

    var isGone: Bool { state.withLock { $0.end != nil } }

    var pid: pid_t { process.pid }

    /// Reserves a slot for a push and returns its number; nil if the process takes no push now.
    func reserve() -> Int? {
        state.withLock { state -> Int? in
            guard state.end == nil, !state.isRetired, !state.isClosing, state.runs.count < max(1, program.pushesAtOnce)
            else { return nil }
            state.nextNumber += 1
            state.runs[state.nextNumber] = Run()
            return state.nextNumber
        }
    }

    func begin(_ push: HostMessage.Push, report: @escaping @Sendable (RunEvent) -> Void) {
        let end = state.withLock { state in
            state.runs[push.number]?.report = report
            return state.end
        }
        if let end { return report(.ended(end)) }
        send(.push(push))
    }

    func service(of number: Int) -> ServiceSummary? { state.withLock { $0.runs[number]?.service } }

    /// Releases the slot of a settled push; a process with a method that still runs is ended after its last push.
    func settle(_ number: Int, stillRunning: Bool) {
        state.withLock { state in
            state.runs[number] = nil
            if stillRunning { state.isRetired = true }
            if state.isRetired, state.runs.isEmpty { state.isClosing = true }
        }
        send(.forget(number))
        onChange()
    }

    func close() { state.withLock { $0.isClosing = true } }

    /// Sends a message, and returns false if it is too long.
    ///
    /// A process that does not read it within a second gets no more, so its pushes reach their time limit.
    @discardableResult
    func send(_ message: HostMessage) -> Bool {
        guard let bytes = Frames.bytes(of: message) else { return false }
        process.channel.send(bytes, within: .seconds(1))
        return true
    }

    // MARK: - The thread

    private func follow() {
        var frames = Frames()
        var output = process.output.descriptor
        var channel = process.channel.descriptor
        let memoryInterval = Int32(min(max(program.limits.memoryInterval / .milliseconds(1), 1), 1e9))
        let clock = ContinuousClock()
        var nextLook = clock.now
        var end: DeliveryReason?
        var status: String?
        while status == nil {
            let isIdle = state.withLock { $0.runs.isEmpty }
            let interval = isIdle ? Self.idleInterval : memoryInterval
            var waiting = [
                pollfd(fd: channel, events: Int16(POLLIN), revents: 0),
                pollfd(fd: output, events: Int16(POLLIN), revents: 0),
            ]
            _ = unsafe poll(&waiting, 2, interval)
            // The output is discarded; a descriptor of -1 is not polled.
            if waiting[1].revents != 0, process.output.receive(waiting: false)?.isEmpty == true { output = -1 }
            if waiting[0].revents != 0, let bytes = process.channel.receive(waiting: false) {
                if bytes.isEmpty { channel = -1 }
                // A message counts only if the process kept its memory limit until then.
                end = end ?? checkMemory() ?? take(bytes, &frames)
            }
            if clock.now >= nextLook {
                end = end ?? checkMemory()
                nextLook = clock.now + .milliseconds(Int(interval))
            }
            let isClosing = state.withLock { $0.isClosing }
            if end != nil || isClosing || channel < 0 {
                process.kill()
                status = process.reap(waiting: true)
            } else {
                status = process.reap(waiting: false)
            }
        }
        // Messages sent before the end still count. Child processes of the extension are ended too.
        process.kill()
        while end == nil, channel >= 0, let bytes = process.channel.receive(waiting: false), !bytes.isEmpty {
            end = take(bytes, &frames)
        }
        finish(end ?? DeliveryReason(.crashed, "the extension's process \(status ?? "ended")"))
    }

    private func take(_ bytes: [UInt8], _ frames: inout Frames) -> DeliveryReason? {
        frames.take(bytes)
        do {
            while let message = try frames.next(ExtensionMessage.self) {
                switch message {
                case .event(let number, let event, let service):
                    let report = state.withLock { state in
                        if let service { state.runs[number]?.service = service }
                        return state.runs[number]?.report
                    }
                    report?(.of(event))
                case .phone(let number, let request):
                    let reply = request.isOfCode ? program.phone.answer(request) : .unavailable
                    // The extension waits for an answer.
                    if !send(.phone(number, reply)) { send(.phone(number, .unavailable)) }
                }
            }
            return nil
        } catch {
            return DeliveryReason(
                .badMessage,
                "the extension's process wrote an invalid message to the host's channel and was ended")
        }
    }

    private func checkMemory() -> DeliveryReason? {
        guard let memory = process.memory else { return nil }
        state.withLock { $0.peak = max($0.peak, memory) }
        guard memory > program.limits.memory else { return nil }
        return DeliveryReason(
            .memoryExceeded,
            "the extension's process used \(memory >> 10) KiB of memory and was ended; the limit is "
                + "\(program.limits.memory >> 10) KiB")
    }

    private func finish(_ end: DeliveryReason) {
        let runs = state.withLock { state in
            state.end = end
            return state.runs
        }
        for run in runs.values { run.report?(.ended(end)) }
        onChange()
    }
}
