public import Foundation
public import PushPayload
import UserNotifications

/// Runs a notification service extension in a process of its own, as the system does, and survives whatever it does.
///
/// The executable calls `ExtensionProcess.serve`. It is started for the first push, reused for the next ones, several at
/// once if they come so, and started anew for the push after a crash. What it may take is in `ProcessLimits`. An
/// extension that hangs gets no further push and is ended when nobody waits for it any more.
///
/// The contract is that of `ExtensionHost`, and so is `Delivery`; only the time between two threads cannot be turned by
/// hand in another process.
public final class ExtensionProcessHost: ServiceExtensionHost {
    /// What the host does where settings or entitlements decide.
    public let policy: SystemPolicy

    /// The app's strings, in which the localization keys of a push are looked up before the extension gets it.
    public let localization: Localization

    private let pool: ProcessPool
    private let clock: RunClock

    /// Makes a host; nothing is started before the first push.
    ///
    /// - Parameters:
    ///   - executable: the path of the extension's executable.
    ///   - arguments: what it is started with.
    ///   - policy: the switches for what Apple's contract leaves open.
    ///   - limits: what the process may take.
    ///   - localization: the app's strings; without them a localization key stands for itself.
    ///   - clock: counts the extension's time.
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

    /// Starts to deliver a push, waiting until a process has room for it; the parameters are those of
    /// `deliver(_:identifier:pushType:)`.
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

    /// How many processes have been started until now.
    public var startedProcesses: Int {
        get async { await pool.started }
    }

    /// The processes that are there now, by their numbers.
    public var processIdentifiers: [Int32] {
        get async { await pool.processIdentifiers }
    }

    /// The most memory of its own that a process was seen to have, in bytes, see `ProcessLimits.memory`.
    public var peakMemory: Int {
        get async { await pool.peakMemory }
    }

    /// Ends every process and waits until all are gone; what is still under way shows its original.
    ///
    /// A host that is released does the same without waiting.
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

/// Where nothing runs.
private struct NoSite: RunSite {
    let end: ProcessEnd

    func call(report: @escaping @Sendable (RunEvent) -> Void) { report(.ended(end)) }
    func callExpiry(report: @escaping @Sendable (RunEvent) -> Void) {}
    var service: (summary: ServiceSummary, report: SealReport?)? { nil }
    func settled(stillRunning: Bool) {}
}
