import Foundation

/// The values of a category, as a phone keeps them.
struct CategoryRecord: Codable, Hashable {
    let identifier: String
    let actions: [ActionRecord]
    let intentIdentifiers: [String]
    let hiddenPreviewsBodyPlaceholder: String
    let categorySummaryFormat: String
    let options: UInt

    static func encode(_ categories: Set<UNNotificationCategory>) throws -> Data {
        try RecordCoding.encode(categories.map(\.record))
    }

    /// The categories that were encoded; none for data that is not valid.
    static func decode(_ data: Data) -> Set<UNNotificationCategory> {
        let records = try? RecordCoding.decode([CategoryRecord].self, from: data)
        return Set((records ?? []).map { UNNotificationCategory($0) })
    }
}

/// The values of an action.
struct ActionRecord: Codable, Hashable {
    enum Icon: Codable, Hashable {
        case template(String)
        case system(String)
    }

    struct TextInput: Codable, Hashable {
        let buttonTitle: String
        let placeholder: String
    }

    let identifier: String
    let title: String
    let options: UInt
    var icon: Icon?
    var textInput: TextInput?

    var object: UNNotificationAction {
        textInput == nil ? UNNotificationAction(self) : UNTextInputNotificationAction(self)
    }
}
