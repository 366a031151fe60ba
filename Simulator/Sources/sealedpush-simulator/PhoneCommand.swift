import ArgumentParser
import Foundation
import PushPayload
import SealedPushSimulator

/// `sealedpush-simulator phone`: adds a phone, or performs an action of the user or the system on it.
struct PhoneCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "phone",
        abstract: "Adds a phone to a running simulator, or performs an action on it.",
        discussion: actions.map { "\($0.name.padding(toLength: 14, withPad: " ", startingAt: 0))\($0.help)" }
            .joined(separator: "\n")
    )

    /// The actions, with the end of a sentence with the phone's name as the result.
    private static let actions = [
        ("add", "adds a phone with an app and enrols it with the provider", "is added"),
        ("online", "connects it to the push service; the stored push arrives", "is online"),
        ("offline", "disconnects it", "is offline"),
        ("restart", "restarts it; no key can be read until it is unlocked", "is restarted, and not unlocked yet"),
        ("unlock", "unlocks it", "is unlocked"),
        ("lock", "locks it; a keychain item for an unlocked phone cannot be read", "is locked"),
        (
            "open-app", "opens the app, which pins the server's keys and renews its own if it is due",
            "has opened its app"
        ),
        ("clear", "removes its notifications from the lock screen", "shows no notifications"),
        ("copy-storage", "copies all that it stores, for pushes --copy", "has its storage copied"),
        ("lose-key", "removes its keys; after the next sealed push the app enrols a new key", "has lost its keys"),
        ("remove-app", "removes the app; pushes to its device token get 410 Unregistered", "has no app"),
        ("renew-token", "replaces the device token; the old one gets 410 ExpiredToken", "has a new device token"),
    ].map { (name: $0.0, help: $0.1, result: $0.2) }

    struct Action: ExpressibleByArgument {
        static let allValueStrings = PhoneCommand.actions.map(\.name)

        let name, result: String

        init?(argument: String) {
            guard let action = PhoneCommand.actions.first(where: { $0.name == argument }) else { return nil }
            (name, result) = (action.name, action.result)
        }
    }

    @Argument(help: "The action.")
    var action: Action

    @Argument(help: "The phone's name.")
    var name: String

    @OptionGroup var folder: FolderOption

    @Option(help: "The bundle id of the app, for add.")
    var app = "com.example.bank"

    @Option(help: "The user's language, for add; may be repeated, in order of preference.")
    var language: [String] = ["en"]

    @Option(help: "The path of the app's bundle with its localized strings, for add.")
    var bundle: String?

    @Option(help: "The address of the app's server, for add; default: the simulator's own provider.")
    var server: String?

    func run() async throws {
        let control = try ControlClient(folder: folder.folder)
        guard action.name == "add" else {
            try await control.post("api/phones/\(name)/\(action.name)")
            return print("\(name) \(action.result)")
        }
        let json = JSONObject(of: [
            "name": name, "app": app, "languages": language, "bundle": bundle.map { URL(fileURLWithPath: $0).path },
            "server": server,
        ])
        try await control.post("api/phones", json)
        print("\(name) is added with \(app)\(server.map { ", enrolled with \($0)" } ?? "")")
    }
}
