import Foundation
import PhoneState

/// The processes of one extension; usually one, which is reused for each push.
actor ProcessPool {
    private let executable: String
    private let arguments: [String]
    private let phone: Phone
    private let limits: ProcessLimits
    private let pushesAtOnce: Int
    private let passesStandardError: Bool
    private var processes: [HostedProcess] = []
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var isClosed = false

    /// The number of processes started so far, and the peak memory of those that have ended.
    private(set) var started = 0
    private var peakOfGone = 0

    init(
        executable: String, arguments: [String], phone: Phone, limits: ProcessLimits, pushesAtOnce: Int,
        passesStandardError: Bool
    ) {
        self.executable = executable
        self.arguments = arguments
        self.phone = phone
        self.limits = limits
        self.pushesAtOnce = max(1, pushesAtOnce)
        self.passesStandardError = passesStandardError
    }

    deinit { for process in processes { process.close() } }

    /// Reserves a number for a push in a process that takes one, or in a new one if the limit permits; waits otherwise.
    func reserve() async throws(SpawnFailure) -> (HostedProcess, number: Int) {
        while true {
            forgetGone()
            for process in processes {
                if let number = process.reserve() { return (process, number) }
            }
            if processes.count < max(1, limits.processes), !isClosed {
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
        guard let home = phone.dataContainer?.path else {
            throw SpawnFailure("no data container for the bundle id '\(phone.entitlements.bundleIdentifier)'", EINVAL)
        }
        for name in ["XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"] { environment[name] = nil }
        environment["HOME"] = home
        environment["CFFIXED_USER_HOME"] = home
        environment[ExtensionProcess.dataLimitVariable] = String(limits.memory + limits.memoryWall)
        let spawned = try SpawnedProcess.start(
            executable, arguments: arguments, environment: environment,
            channelDescriptor: ExtensionProcess.descriptor, passesStandardError: passesStandardError)
        started += 1
        return HostedProcess(spawned, phone: phone, limits: limits, pushesAtOnce: pushesAtOnce) { [weak self] in
            Task { await self?.wake() }
        }
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
