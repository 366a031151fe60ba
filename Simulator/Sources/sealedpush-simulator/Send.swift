import ArgumentParser
import Foundation
import PushSealer
import SealedPushSimulator

/// `sealedpush-simulator send`: seals a payload to a phone and pushes it, as the app's provider does.
struct Send: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Seals a payload to a phone of a running simulator and pushes it.",
        discussion: "It prints Apple's answer. The exit code is 0 if the push was accepted, and 1 otherwise."
    )

    @Argument(help: "The payload's file; - is standard input.")
    var payload: String

    @Option(help: "The phone's name.")
    var to: String

    @OptionGroup var folder: FolderOption

    @Option(help: "The placeholder's title, which everybody on the way can read.")
    var placeholderTitle = "New notification"

    @Option(help: "The placeholder's body.")
    var placeholderBody: String?

    @Option(help: "The collapse id; a later push with the same takes this one's place.")
    var collapseID: String?

    @Option(help: "Seconds after which the push is worth nothing.")
    var expiresIn: UInt32?

    @Option(help: "How many times.")
    var times = 1

    @Flag(help: "Push the payload as it is, without a seal.")
    var plain = false

    func run() async throws {
        let payload = try Payload(parsing: Array(read()))
        let provider = try LocalProvider(folder: folder.folder)
        do {
            for _ in 0..<times {
                let response = try await send(payload, by: provider)
                print("\(response.status)\(response.reason.map { " \($0)" } ?? "") apns-id \(response.id ?? "none")")
                guard response.status == 200 else { throw ExitCode(1) }
            }
            await provider.shutDown()
        } catch {
            await provider.shutDown()
            throw error
        }
    }

    private func send(_ payload: Payload, by provider: LocalProvider) async throws -> PushResponse {
        guard plain else {
            var options = SealOptions(expiresIn: expiresIn)
            options.collapseID = collapseID
            return try await provider.push(
                payload, to: to, placeholder: Placeholder(title: placeholderTitle, body: placeholderBody),
                options: options)
        }
        let headers = try PushHeaders(
            topic: provider.identity(of: to).bundleID, pushType: PushType.derived(from: payload) ?? .alert,
            collapseID: collapseID)
        return try await provider.sendPlain(payload, headers: headers, to: to)
    }

    private func read() throws -> Data {
        if payload == "-" { return FileHandle.standardInput.readDataToEndOfFile() }
        return try Data(contentsOf: URL(fileURLWithPath: payload))
    }
}
