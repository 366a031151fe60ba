import ArgumentParser
import PushPayload

/// `sealedpush-simulator phone`: adds a phone, or performs an action of the user or the system on it.
struct PhoneCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "phone",
        abstract: "Adds a phone to a running simulator, or performs an action on it.",
        discussion: """
            add           adds a phone with an app and enrols it with the provider
            online        connects it to the push service; the stored push arrives
            offline       disconnects it
            restart       restarts it; no key can be read until it is unlocked
            unlock        unlocks it
            lock          locks it; a keychain item for an unlocked phone cannot be read
            open-app      opens the app, which asks the server for its keys and pins them
            clear         removes its notifications from the lock screen
            lose-key      removes its keys; the next sealed push is refused, and the app enrols a new key
            remove-app    removes the app; pushes to its device token get 410 Unregistered
            renew-token   replaces the device token; pushes to the old one get 410 ExpiredToken
            """
    )

    enum Action: String, CaseIterable, ExpressibleByArgument {
        case add, online, offline, restart, unlock, lock, clear
        case openApp = "open-app"
        case loseKey = "lose-key"
        case removeApp = "remove-app"
        case renewToken = "renew-token"
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
        guard action == .add else {
            try await control.post("api/phones/\(name)/\(action.rawValue)")
            return print("\(name) \(action.result)")
        }
        var json: JSONObject = [
            "name": .string(name), "app": .string(app), "languages": .array(language.map(JSONValue.string)),
        ]
        json["bundle"] = bundle.map(JSONValue.string)
        json["server"] = server.map(JSONValue.string)
        try await control.post("api/phones", json.serialized())
        print("\(name) is added with \(app)\(server.map { ", enrolled with \($0)" } ?? "")")
    }
}

extension PhoneCommand.Action {
    /// The end of a sentence with the phone's name, for the user.
    var result: String {
        switch self {
        case .add: "is added"
        case .online: "is online"
        case .offline: "is offline"
        case .restart: "is restarted, and not unlocked yet"
        case .unlock: "is unlocked"
        case .lock: "is locked"
        case .openApp: "has opened its app, and pinned the server's keys"
        case .clear: "shows no notifications"
        case .loseKey: "has lost its keys"
        case .removeApp: "has no app"
        case .renewToken: "has a new device token"
        }
    }
}
