import ArgumentParser
import Foundation
import PushPayload

/// `sealedpush-simulator pushes`: prints the requests to a phone, and the result of each.
struct PushesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pushes",
        abstract: "Prints the requests to a phone of a running simulator, and what the phone has shown.",
        discussion: "With --wait, the exit code is 1 if not enough requests have ended in time."
    )

    @Argument(help: "The phone's name.")
    var name: String

    @Flag(help: "Print a JSON array; Simulator/README.md describes its members.")
    var json = false

    @Flag(help: "Print whether the storage that was copied last opens each push, with its day and its age in days.")
    var copy = false

    @Option(help: "Wait until this number of requests has ended; stored and delayed ones have not.")
    var wait = 0

    @Option(help: "The number of seconds that --wait waits for.")
    var seconds = 30

    @OptionGroup var folder: FolderOption

    func run() async throws {
        let control = try ControlClient(folder: folder.folder)
        let end = ContinuousClock.now + .seconds(seconds)
        var pushes = try await control.get("api/phones/\(name)/pushes")
        while let count = pushes.arrayValue?.count(where: Self.isSettled), count < wait {
            guard ContinuousClock.now < end else {
                throw Failure("\(count) requests to \(name) have ended after \(seconds) seconds, expected \(wait)")
            }
            try await Task.sleep(for: .milliseconds(100))
            pushes = try await control.get("api/phones/\(name)/pushes")
        }
        if copy { pushes = try await control.get("api/phones/\(name)/copy") }
        let copied = pushes.objectValue?["pushes"]?.arrayValue?.map(Self.copiedLine)
        var lines = copied ?? pushes.arrayValue?.map(Self.line) ?? []
        if json { lines = [String(decoding: pushes.serialized(), as: UTF8.self)] }
        FileHandle.standardOutput.write(Data(lines.map { $0 + "\n" }.joined().utf8))
    }

    /// Whether a push is not at the service, on its way to the phone, or in its extension.
    private static func isSettled(_ push: JSONValue) -> Bool {
        let push = push.objectValue ?? [:]
        guard ["stored", "delayed", "delivered"].contains(push["status"]) else { return true }
        return ["delivery", "activity", "discard"].contains { push[$0] != nil }
    }

    private static func copiedLine(_ push: JSONValue) -> String {
        func number(_ name: String) -> Int { push.objectValue?[name]?.numberValue?.int ?? 0 }
        let reason = push.objectValue?["reason"]?.stringValue.map { "not opened: \($0)" } ?? "opened"
        let day = push.objectValue?["day"] == nil ? "" : " day \(number("day"))"
        return "\(number("number")) suite \(number("suite"))\(day) age \(number("age")) \(reason)"
    }

    private static func line(_ push: JSONValue) -> String {
        let push = push.objectValue ?? [:]
        let (delivery, activity) = (push["delivery"]?.objectValue, push["activity"]?.objectValue)
        let result =
            push["refusal"]?.objectValue?["reason"] ?? activity?["effect"]
            ?? delivery?["reason"] ?? delivery?["outcome"] ?? push["discard"] ?? push["status"]
        let closed = ["state", "attributes"].compactMap { activity?[$0]?.objectValue?["code"]?.stringValue }.prefix(1)
        let texts = ["title", "body"].compactMap { delivery?["content"]?.objectValue?[$0] }.filter { $0 != "" }
        // A text is JSON, so that it has no control characters.
        let shown = texts.map { String(decoding: $0.serialized(), as: UTF8.self) }
        let number = push["number"]?.numberValue?.int ?? 0
        let words = ["\(number)", push["pushType"]?.stringValue ?? "refused", result?.stringValue ?? ""]
        return (words + closed + shown).joined(separator: " ")
    }
}
