import ExtensionHost
public import Foundation
public import PushPayload
import UserNotifications

/// Runs a notification service extension in a separate process, as the system does, and survives its crashes.
///
/// The executable calls `ExtensionProcess.serve`. The host starts it for the first push, reuses it for the next ones,
/// also for several at once, and starts it again for the push after a crash. `ProcessLimits` limits its resources. An
/// extension that hangs receives no further push and is ended after its last push is settled.
///
/// The contract is that of `ExtensionHost`, and so is `Delivery`. Only the scheduling of threads in another process
/// cannot be controlled by a manual clock.
public final class ExtensionProcessHost: ServiceExtensionHost {
    /// The host's behavior where settings or entitlements decide.
    public let policy: SystemPolicy

    /// The app's strings, in which the localization keys of a push are looked up before the extension is called.
    public let localization: Localization

    private let pool: ProcessPool
    private let clock: RunClock

    /// Creates a host; no process is started before the first push.
    ///
    /// - Parameters:
    ///   - executable: the path of the extension's executable.
    ///   - arguments: the executable's arguments.
    ///   - policy: the switches for cases that Apple's contract leaves open.
    ///   - limits: the resource limits of the processes.
    ///   - localization: the app's strings; without them a key is shown instead of its text.
    ///   - clock: measures the extension's time.
    public init(
        executable: String,
        arguments: [String] = [],
        policy: SystemPolicy = SystemPolicy(),
        limits: ProcessLimits = ProcessLimits(),
        localization: Localization = .none,
        clock: some Clock<Duration> = ContinuousClock()
    ) {
        self.policy = policy
        self.localization = localization
        pool = ProcessPool(
            executable: executable, arguments: arguments, limits: limits, pushesAtOnce: policy.pushesAtOnce)
        self.clock = RunClock(clock)
    }

    /// Starts to deliver a push; waits until a process can take it.
    ///
    /// The parameters are those of `deliver(_:identifier:pushType:)`.
    public func start(
        _ payload: Payload,
        identifier: String = UUID().uuidString,
        pushType: PushType = .alert
    ) async -> ExtensionRun {
        let judge: Judge
        switch admit(payload, pushType: pushType) {
        case .uncalled(let run): return run
        case .called(let admitted): judge = admitted
        }
        let content = judge.push.original.content
        let message = HostMessage.Push(
            number: 0, identifier: identifier, payload: payload,
            texts: [content.title, content.subtitle, content.body],
            wasUnlocked: policy.wasUnlocked, userInfoHasAPS: policy.userInfoHasAPS)
        let run = ExtensionRun()
        do {
            let (process, number) = try await pool.place { process in process.reserve().map { (process, $0) } }
            let site = ProcessSite(process: process, number: number, push: message)
            run.begin(timer: clock.startTimer(), judge: judge, at: site)
        } catch {
            let end = ProcessEnd(cause: .notStarted, explanation: error.reason)
            run.begin(timer: clock.startTimer(), judge: judge, at: NoSite(end: end))
        }
        return run
    }

    /// The number of processes started so far.
    public var startedProcesses: Int {
        get async { await pool.started }
    }

    /// The process ids of the running processes.
    public var processIdentifiers: [Int32] {
        get async { await pool.processIdentifiers }
    }

    /// The peak of a process's private memory, in bytes, see `ProcessLimits.memory`.
    public var peakMemory: Int {
        get async { await pool.peakMemory }
    }

    /// Ends every process and waits until all have ended.
    ///
    /// A push that is still running shows its original.
    ///
    /// Releasing the host does the same without waiting.
    public func shutDown() async { await pool.close() }
}

/// A push in another process.
private struct ProcessSite: RunSite {
    let process: HostedProcess
    let number: Int
    let push: HostMessage.Push

    func call(report: @escaping @Sendable (RunEvent) -> Void) { process.begin(push, as: number, report: report) }

    func callExpiry(report: @escaping @Sendable (RunEvent) -> Void) { process.expire(number) }

    var service: (summary: ServiceSummary, report: SealReport?)? {
        process.service(of: number).map { ($0, nil) }
    }

    func settled(stillRunning: Bool) { process.settle(number, stillRunning: stillRunning) }
}

/// A site without a process.
private struct NoSite: RunSite {
    let end: ProcessEnd

    func call(report: @escaping @Sendable (RunEvent) -> Void) { report(.ended(end)) }
    func callExpiry(report: @escaping @Sendable (RunEvent) -> Void) {}
    var service: (summary: ServiceSummary, report: SealReport?)? { nil }
    func settled(stillRunning: Bool) {}
}
