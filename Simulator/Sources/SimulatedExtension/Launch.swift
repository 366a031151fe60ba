/// The arguments of the extension.
struct Launch: Sendable {
    let keyFolder: String
    let topic: String
    let bundle: String?
    let languages: [String]
    /// Whether the app may filter notifications.
    let filters: Bool

    /// Parses the arguments: the key folder, the topic, the path of the app's bundle or an empty text, the languages,
    /// and `--filters` if the app may filter notifications.
    init(_ arguments: [String]) {
        let given = Array(arguments.dropFirst())
        keyFolder = given.first ?? ""
        topic = given.dropFirst().first ?? ""
        bundle = given.dropFirst(2).first.flatMap { $0.isEmpty ? nil : $0 }
        languages = given.dropFirst(3).filter { $0 != "--filters" }
        filters = given.dropFirst(3).contains("--filters")
    }
}
