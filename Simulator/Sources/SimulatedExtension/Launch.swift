/// The arguments of the extension.
struct Launch: Sendable {
    let keyFolder: String
    let topic: String
    let bundle: String?
    let languages: [String]

    /// Parses the arguments: the key folder, the topic, the path of the app's bundle or an empty text, and the languages.
    init(_ arguments: [String]) {
        let given = Array(arguments.dropFirst())
        keyFolder = given.first ?? ""
        topic = given.dropFirst().first ?? ""
        bundle = given.dropFirst(2).first.flatMap { $0.isEmpty ? nil : $0 }
        languages = Array(given.dropFirst(3))
    }
}
