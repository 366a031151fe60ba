import ExtensionHost
import Foundation
import PhoneKeychain
@_spi(Frameworks) import PhoneState
@_spi(Frameworks) import UserNotifications

/// The extension of a messenger, with the patterns of public ones: it shows who has written, removes what was read on another device,
/// reminds the user, declares a category, and reads its keychain.
final class MessengerService: UNNotificationServiceExtension {
    private struct Message: Decodable {
        let sender: String
        let group: String?
        let recipients: [String]?
        let picture: Data?
    }

    private struct Photo: Decodable {
        let data: Data
        let isHidden: Bool?
        let part: [Double]?
    }

    private struct Reminder: Decodable {
        let id: String
        let title: String
        let seconds: TimeInterval?
    }

    override func didReceive(
        _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        let center = UNUserNotificationCenter.current()
        let userInfo = request.content.userInfo
        var content = request.content
        if let path = userInfo["until"] as? String {
            while !FileManager.default.fileExists(atPath: path) { Thread.sleep(forTimeInterval: 0.02) }
        }
        if let read = userInfo["read"] as? [String] { center.removeDeliveredNotifications(withIdentifiers: read) }
        if let badge = userInfo["unread"] as? Int { center.setBadgeCount(badge) }
        if !content.categoryIdentifier.isEmpty { center.setNotificationCategories([Self.category(content)]) }
        if let reminder = Self.decode(Reminder.self, userInfo["remind"]) { center.add(Self.request(reminder)) }
        if userInfo["token"] != nil, let changed = content.mutableCopy() as? UNMutableNotificationContent {
            changed.body = Self.token()
            content = changed
        }
        if let photo = Self.decode(Photo.self, userInfo["photo"]),
            let changed = content.mutableCopy() as? UNMutableNotificationContent
        {
            changed.attachments = [Self.attachment(photo)].compactMap { $0 }
            content = changed
        }
        if let message = Self.decode(Message.self, userInfo["message"]) {
            content = Self.show(message, in: content)
        }
        contentHandler(content)
    }

    private static func decode<Value: Decodable>(_ type: Value.Type, _ object: Any?) -> Value? {
        guard let object, let data = try? JSONSerialization.data(withJSONObject: object) else { return nil }
        return try? JSONDecoder().decode(type, from: data)
    }

    /// A picture with the options of its thumbnail; `part` is x, y, width and height.
    private static func attachment(_ photo: Photo) -> UNNotificationAttachment? {
        let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).png")
        guard (try? photo.data.write(to: url)) != nil else { return nil }
        var options: [AnyHashable: Any] = [UNNotificationAttachmentOptionsThumbnailHiddenKey: photo.isHidden ?? false]
        if let part = photo.part, part.count == 4 {
            options[UNNotificationAttachmentOptionsThumbnailClippingRectKey] =
                CGRect(x: part[0], y: part[1], width: part[2], height: part[3]).dictionaryRepresentation
        }
        return try? UNNotificationAttachment(identifier: "photo", url: url, options: options)
    }

    private static func category(_ content: UNNotificationContent) -> UNNotificationCategory {
        let reply = UNTextInputNotificationAction(
            identifier: "reply", title: "Reply", textInputButtonTitle: "Send", textInputPlaceholder: "Message")
        let block = UNNotificationAction(identifier: "block", title: "Block", options: [.destructive])
        return UNNotificationCategory(
            identifier: content.categoryIdentifier, actions: [reply, block], intentIdentifiers: [])
    }

    private static func request(_ reminder: Reminder) -> UNNotificationRequest {
        let content = UNMutableNotificationContent()
        content.title = reminder.title
        let trigger = reminder.seconds.map { UNTimeIntervalNotificationTrigger(timeInterval: $0, repeats: false) }
        return UNNotificationRequest(identifier: reminder.id, content: content, trigger: trigger)
    }

    /// The token of the app in the keychain, or the code of the error.
    private static func token() -> String {
        let query: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword, kSecAttrAccount as String: "token",
            kSecReturnData as String: true,
        ]
        var item: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &item)
        return (item as? Data).map { String(decoding: $0, as: UTF8.self) } ?? "error \(status)"
    }

    /// Donates a message and shows its sender, as the classes of Intents do.
    private static func show(_ message: Message, in content: UNNotificationContent) -> UNNotificationContent {
        Phone.current.change(
            .donate(
                DonatedInteraction(
                    identifier: UUID().uuidString, group: nil, direction: .incoming, intent: "INSendMessageIntent",
                    conversation: content.threadIdentifier, sender: message.sender)))
        let sent = SentMessage(
            Communication(
                sender: message.sender, handle: message.sender, picture: message.picture.map { .data($0) },
                conversation: content.threadIdentifier, group: message.group,
                recipients: message.recipients ?? [], mentionsUser: false, isReplyToUser: false))
        return (try? content.updating(from: sent)) ?? content
    }
}

/// A message that somebody has sent; Intents has Apple's class.
private final class SentMessage: NSObject, CommunicationProviding {
    let communication: Communication?

    init(_ communication: Communication) { self.communication = communication }
}

@main
struct Messenger {
    static func main() {
        let isBank = CommandLine.arguments.contains("com.example.bank")
        ExtensionProcess.serve { isBank ? BankService() : MessengerService() }
    }
}
