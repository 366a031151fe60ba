import ArgumentParser
import PushPayload

/// `sealedpush-simulator phone`: what a user and the system do to a phone.
struct PhoneCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "phone",
        abstract: "Adds a phone to a running simulator, or does something to one.",
        discussion: """
            add           adds a phone with an app, which enrols with the provider
            online        connects it to Apple; the newest push that waited arrives
            offline       disconnects it
            restart       restarts it: until it is unlocked no key can be read
            unlock        unlocks it
            clear         takes its notifications off the lock screen
            remove-app    removes the app: its device token gets 410 Unregistered
            renew-token   gives the app another device token: the old one gets 410 ExpiredToken
            """
    )

    enum Action: String, CaseIterable, ExpressibleByArgument {
        case add, online, offline, restart, unlock, clear
        case removeApp = "remove-app"
        case renewToken = "renew-token"
    }

    @Argument(help: "What to do.")
    var action: Action

    @Argument(help: "The phone's name.")
    var name: String

    @OptionGroup var folder: FolderOption

    @Option(help: "The bundle id of the app, for add.")
    var app = "com.example.bank"

    @Option(help: "The user's language, for add; may be repeated, the preferred one first.")
    var language: [String] = ["en"]

    @Option(help: "The path of the app's bundle, in which its strings are, for add.")
    var bundle: String?

    func run() async throws {
        let control = try ControlClient(folder: folder.folder)
        guard action == .add else { return try await control.post("api/phones/\(name)/\(action.rawValue)") }
        var json: JSONObject = [
            "name": .string(name), "app": .string(app), "languages": .array(language.map(JSONValue.string)),
        ]
        json["bundle"] = bundle.map(JSONValue.string)
        try await control.post("api/phones", json.serialized())
    }
}
