/// The arguments of the extension.
struct Launch: Sendable {
    let keyFolder: String
    let topic: String
    /// Whether the app may filter notifications.
    let filters: Bool

    /// Parses the arguments: the key folder, the topic, and `--filters` if the app may filter notifications.
    init(_ arguments: [String]) {
        let given = Array(arguments.dropFirst())
        keyFolder = given.first ?? ""
        topic = given.dropFirst().first ?? ""
        filters = given.dropFirst(2).contains("--filters")
    }
}
