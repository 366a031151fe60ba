/// What the simulator starts the extension with.
struct Launch: Sendable {
    let keyFolder: String
    let topic: String
    let bundle: String?
    let languages: [String]

    /// The arguments: the key folder, the topic, the bundle in which the app's strings are, and the phone's languages.
    init(_ arguments: [String]) {
        let given = Array(arguments.dropFirst())
        keyFolder = given.first ?? ""
        topic = given.dropFirst().first ?? ""
        bundle = given.dropFirst(2).first.flatMap { $0.isEmpty ? nil : $0 }
        languages = Array(given.dropFirst(3))
    }
}
