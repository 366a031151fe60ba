import ExtensionHost
import Glibc
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
    private let limits: ProcessLimits
    private let pushesAtOnce: Int
    private let state = Mutex(State())
    private let onChange: @Sendable () -> Void

    /// The polling interval for an idle process, in milliseconds.
    private static let idleInterval: Int32 = 50

    /// Takes a started process and follows it.
    ///
    /// The closure is called after the process has a free slot again or has ended.
    init(
        _ process: SpawnedProcess,
        limits: ProcessLimits,
        pushesAtOnce: Int,
        onChange: @escaping @Sendable () -> Void
    ) {
        self.process = process
        self.limits = limits
        self.pushesAtOnce = pushesAtOnce
        self.onChange = onChange
        onNewThread(named: "extension \(process.pid)") { self.follow() }
    }

    /// The peak of the memory, in bytes.
    var peakMemory: Int { state.withLock { $0.peak } }

    /// Whether the process has ended.
    var isGone: Bool { state.withLock { $0.end != nil } }

    /// The process id.
    var pid: pid_t { process.pid }

    /// Reserves a slot for a push and returns its number; nil if the process takes no push now.
    func reserve() -> Int? {
        state.withLock { state -> Int? in
            guard state.end == nil, !state.isRetired, !state.isClosing, state.runs.count < pushesAtOnce
            else { return nil }
            state.nextNumber += 1
            state.runs[state.nextNumber] = Run()
            return state.nextNumber
        }
    }

    /// Sends a push; the closure receives its events.
    func begin(_ push: HostMessage.Push, report: @escaping @Sendable (RunEvent) -> Void) {
        let end = state.withLock { state in
            state.runs[push.number]?.report = report
            return state.end
        }
        if let end { return report(.ended(end)) }
        send(.push(push))
    }

    /// Returns what a sealed service has reported of a push.
    func service(of number: Int) -> ServiceSummary? { state.withLock { $0.runs[number]?.service } }

    /// Releases the slot of a settled push.
    ///
    /// A process with a method that still runs gets no further push, and is ended after its last push is settled.
    func settle(_ number: Int, stillRunning: Bool) {
        state.withLock { state in
            state.runs[number] = nil
            if stillRunning { state.isRetired = true }
            if state.isRetired, state.runs.isEmpty { state.isClosing = true }
        }
        send(.forget(number))
        onChange()
    }

    /// Ends the process.
    func close() {
        state.withLock { $0.isClosing = true }
    }

    /// Sends a message.
    ///
    /// After a process has not read for a second, nothing more is sent to it, and its pushes run into their time limit.
    func send(_ message: HostMessage) {
        guard let bytes = Frames.bytes(of: message) else { return }
        process.channel.send(bytes, within: 1000)
    }

    // MARK: - The thread

    private func follow() {
        var frames = Frames()
        var output = process.output
        var channel = process.channel.descriptor
        let clock = ContinuousClock()
        var nextLook = clock.now
        var end: DeliveryReason?
        var status: ExitStatus?
        while status == nil {
            let isIdle = state.withLock { $0.runs.isEmpty }
            let interval = isIdle ? Self.idleInterval : limits.memoryInterval.milliseconds
            var waiting = [
                pollfd(fd: channel, events: Int16(POLLIN), revents: 0),
                pollfd(fd: output, events: Int16(POLLIN), revents: 0),
            ]
            _ = unsafe poll(&waiting, 2, interval)
            if waiting[1].revents != 0, !drain(&output) { output = -1 }
            if waiting[0].revents != 0 {
                if let bytes = process.channel.receive(waiting: false) {
                    if bytes.isEmpty { channel = -1 }
                    // A message counts only if the process kept its memory limit until then.
                    end = end ?? look() ?? take(bytes, &frames)
                }
            }
            if clock.now >= nextLook {
                end = end ?? look()
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
        if output >= 0 { Glibc.close(output) }
        let how = status.map { "\($0)" } ?? "ended"
        finish(end ?? DeliveryReason(.crashed, "the extension's process \(how)"))
    }

    /// Discards the process's output; returns false at its end.
    private func drain(_ output: inout Int32) -> Bool {
        var count = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, filled in
            count = unsafe recv(output, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
            filled = max(0, count)
        }
        if !bytes.isEmpty || (count < 0 && (errno == EAGAIN || errno == EINTR)) { return true }
        Glibc.close(output)
        return false
    }

    private func take(_ bytes: [UInt8], _ frames: inout Frames) -> DeliveryReason? {
        frames.take(bytes)
        do {
            while let message = try frames.next(ExtensionMessage.self) { try take(message) }
            return nil
        } catch {
            return DeliveryReason(
                .badMessage,
                "the extension's process wrote an invalid message to the host's channel and was ended")
        }
    }

    private func take(_ message: ExtensionMessage) throws(BadFrame) {
        guard let event = message.event.runEvent else { throw BadFrame() }
        let report = state.withLock { state in
            if let service = message.service { state.runs[message.number]?.service = service }
            return state.runs[message.number]?.report
        }
        report?(event)
    }

    private func look() -> DeliveryReason? {
        guard let memory = process.memory else { return nil }
        state.withLock { $0.peak = max($0.peak, memory) }
        guard memory > limits.memory else { return nil }
        return DeliveryReason(
            .memoryExceeded,
            "the extension's process used \(memory >> 10) KiB of memory and was ended; the limit is "
                + "\(limits.memory >> 10) KiB")
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

extension Duration {
    /// The whole milliseconds, at least 1.
    fileprivate var milliseconds: Int32 {
        let (seconds, attoseconds) = components
        return Int32(
            clamping: max(
                1, seconds.multipliedReportingOverflow(by: 1000).partialValue + attoseconds / 1_000_000_000_000_000))
    }
}
