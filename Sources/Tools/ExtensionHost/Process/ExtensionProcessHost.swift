import Foundation
public import PhoneState
public import PushPayload
import UserNotifications

/// Runs a notification service extension in a separate process, as the system does, and survives its crashes.
///
/// The executable calls `ExtensionProcess.serve`. The host starts it for the first push, reuses it for the next ones,
/// also for several at once, and starts it again for the push after a crash. `ProcessLimits` limits its resources. An
/// extension that hangs receives no further push and is ended after its last push is settled.
///
/// The contract is that of `ExtensionHost`. A manual clock cannot control the threads in another process.
public final class ExtensionProcessHost: ServiceExtensionHost {
    /// The host's behavior where settings or entitlements decide.
    public let policy: SystemPolicy

    /// The phone on which the extension runs; its state is in this process, and outlives the extension's.
    public let phone: Phone

    private let pool: ProcessPool
    private let clock: any Clock<Duration>

    /// Creates a host; no process is started before the first push.
    ///
    /// The phone is `Phone.current` unless given; its entitlements are the extension's. The extension's standard output is
    /// discarded, and its standard error, such as log messages, unless it is passed on to that of this process.
    public init(
        executable: String,
        arguments: [String] = [],
        phone: Phone? = nil,
        policy: SystemPolicy = SystemPolicy(),
        limits: ProcessLimits = ProcessLimits(),
        passesStandardError: Bool = false,
        clock: some Clock<Duration> = ContinuousClock()
    ) {
        let phone = (phone ?? .current).following(policy)
        self.phone = phone
        self.policy = policy
        pool = ProcessPool(
            ExtensionProgram(
                executable: executable, arguments: arguments, phone: phone, limits: limits,
                pushesAtOnce: policy.pushesAtOnce, passesStandardError: passesStandardError))
        self.clock = clock
    }

    /// Starts to deliver a push; waits until a process can take it.
    public func start(
        _ payload: Payload, identifier: String? = nil, pushType: PushType = .alert
    ) async -> ExtensionRun {
        let rules = DeliveryRules(
            payload, identifier: identifier ?? UUID().uuidString, pushType: pushType, policy: policy,
            phone: phone)
        if let reason = rules.reasonNotToCall { return ExtensionRun(rules, uncalled: reason) }
        do {
            let (process, number) = try await pool.reserve()
            let push = HostMessage.Push(number: number, identifier: rules.identifier, original: rules.original)
            let run = ExtensionRun(rules)
            run.begin(ProcessCall(process: process, push: push), on: clock)
            return run
        } catch {
            return ExtensionRun(rules, notStarted: DeliveryReason(.notStarted, error.reason))
        }
    }

    /// The number of processes started so far.
    var startedProcesses: Int { get async { await pool.started } }

    /// The process ids of the running processes.
    package var processIdentifiers: [Int32] { get async { await pool.processIdentifiers } }

    /// The peak of a process's private memory, in bytes, see `ProcessLimits.memory`.
    var peakMemory: Int { get async { await pool.peakMemory } }

    /// Ends every process and waits until all have ended; a push that is still running shows its original.
    ///
    /// Releasing the host does the same without waiting.
    public func shutDown() async { await pool.close() }
}

/// A call of an extension in another process.
private struct ProcessCall: ExtensionCall {
    let process: HostedProcess
    let push: HostMessage.Push

    func start(report: @escaping @Sendable (RunEvent) -> Void) { process.begin(push, report: report) }

    func expire(report: @escaping @Sendable (RunEvent) -> Void) { process.send(.expire(push.number)) }

    var service: (summary: ServiceSummary, report: SealReport?)? {
        process.service(of: push.number).map { ($0, nil) }
    }

    func settled(stillRunning: Bool) { process.settle(push.number, stillRunning: stillRunning) }
}

/// The resource limits of an extension's process.
public struct ProcessLimits: Sendable, Hashable {
    /// The maximum private memory of the process, in bytes: 24 MiB.
    ///
    /// Apple documents no number; 24 MB was seen in crash reports, 12 to 16 MB on older devices. The measure is
    /// resident memory that belongs to no file, Linux's closest equivalent of a phone's memory footprint.
    public var memory = 24 << 20

    /// The interval between two checks of the memory: 10 milliseconds.
    ///
    /// Each message of the extension is also preceded by a check. A process that grows faster can exceed the limit by
    /// far before a check, so `memoryWall` limits it as well.
    public var memoryInterval = Duration.milliseconds(10)

    /// The additional memory that the process may allocate beyond its limit, in bytes: 1 GiB.
    ///
    /// The kernel enforces it (`RLIMIT_DATA`), so an extension that grows between two checks cannot exhaust the
    /// machine's memory.
    public var memoryWall = 1 << 30

    /// The maximum number of processes: 4.
    ///
    /// A process is reused as long as it takes further pushes, see `SystemPolicy.pushesAtOnce`; more pushes wait. Apple
    /// does not document the number.
    public var processes = 4

    /// Creates the default limits.
    public init() {}
}
