import Foundation
import PhoneState

/// The executable of an extension, and the rules for its processes.
struct ExtensionProgram: Sendable {
    let executable: String
    let arguments: [String]
    let phone: Phone
    let limits: ProcessLimits
    let pushesAtOnce: Int
    let passesStandardError: Bool
}

/// The processes of one extension; usually one, which is reused for each push.
actor ProcessPool {
    private let program: ExtensionProgram
    private var processes: [HostedProcess] = []
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var isClosed = false

    /// The number of processes started so far, and the peak memory of those that have ended.
    private(set) var started = 0
    private var peakOfGone = 0

    init(_ program: ExtensionProgram) { self.program = program }

    deinit { for process in processes { process.close() } }

    /// Reserves a number for a push in a process that takes one, or in a new one if the limit permits; waits otherwise.
    func reserve() async throws(SpawnFailure) -> (HostedProcess, number: Int) {
        while true {
            forgetGone()
            for process in processes {
                if let number = process.reserve() { return (process, number) }
            }
            if processes.count < max(1, program.limits.processes), !isClosed {
                let process = try start()
                processes.append(process)
                if let number = process.reserve() { return (process, number) }
            }
            guard !isClosed else { throw SpawnFailure("the host was shut down", ESHUTDOWN) }
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    var peakMemory: Int { processes.map(\.peakMemory).reduce(peakOfGone, max) }

    var processIdentifiers: [Int32] {
        forgetGone()
        return processes.map(\.pid)
    }

    func close() async {
        isClosed = true
        for process in processes { process.close() }
        while true {
            forgetGone()
            guard !processes.isEmpty else { break }
            await withCheckedContinuation { waiting.append($0) }
        }
        wake()
    }

    private func start() throws(SpawnFailure) -> HostedProcess {
        // The default backtrace of a crash takes longer than a push's time limit and starts another process.
        var environment = ProcessInfo.processInfo.environment
        environment["SWIFT_BACKTRACE"] = "enable=no"
        // Its home is its data container, as on a phone; `UserDefaults.standard` is there. The user's own home is never its.
        guard let home = program.phone.dataContainer?.path else {
            let bundle = program.phone.entitlements.bundleIdentifier
            throw SpawnFailure("no data container for the bundle id '\(bundle)'", EINVAL)
        }
        for name in ["XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"] { environment[name] = nil }
        environment["HOME"] = home
        environment["CFFIXED_USER_HOME"] = home
        environment[ExtensionProcess.dataLimitVariable] = String(program.limits.memory + program.limits.memoryWall)
        let spawned = try SpawnedProcess.start(
            program.executable, arguments: program.arguments, environment: environment,
            channelDescriptor: ExtensionProcess.descriptor, passesStandardError: program.passesStandardError)
        started += 1
        return HostedProcess(spawned, of: program) { [weak self] in Task { await self?.wake() } }
    }

    private func wake() {
        let waiting = waiting
        self.waiting = []
        for continuation in waiting { continuation.resume() }
    }

    private func forgetGone() {
        for process in processes where process.isGone { peakOfGone = max(peakOfGone, process.peakMemory) }
        processes.removeAll(where: \.isGone)
    }
}
