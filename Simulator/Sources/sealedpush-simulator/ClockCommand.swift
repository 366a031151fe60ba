import ArgumentParser
import PushPayload
import SealedPushSimulator

/// `sealedpush-simulator clock`: moves the clock of a running simulator forward.
struct ClockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clock",
        abstract:
            "Moves the clock of a running simulator forward, for all its phones, its provider and its push service.")

    @Argument(help: "The number of days, 1 to 366.")
    var days: Int

    @OptionGroup var folder: FolderOption

    func run() async throws {
        try await ControlClient(folder: folder.folder).post("api/clock", JSONObject(of: ["days": days]))
        print("the clock is moved forward by \(days) \(days == 1 ? "day" : "days")")
    }
}
