/// The arguments of the extension.
struct Launch: Sendable {
    let keyFolder: String
    let topic: String
    /// Whether the app may filter notifications.
    let filters: Bool
    /// The media host, and the path of its CA certificate; nil without sealed attachments.
    let media: (host: String, authorityPath: String)?

    /// Parses the arguments: the key folder, the topic, `--filters` if the app may filter notifications, and `--media HOST CA`.
    init(_ arguments: [String]) {
        let given = Array(arguments.dropFirst())
        keyFolder = given.first ?? ""
        topic = given.dropFirst().first ?? ""
        filters = given.dropFirst(2).contains("--filters")
        let values = given.dropFirst(2).drop { $0 != "--media" }.dropFirst().prefix(2)
        media = values.count == 2 ? (values[values.startIndex], values[values.startIndex + 1]) : nil
    }
}
