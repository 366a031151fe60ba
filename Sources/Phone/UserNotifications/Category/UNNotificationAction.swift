public import Foundation

/// The behaviors of an action.
public struct UNNotificationActionOptions: OptionSet, Hashable, Sendable {
    /// The bits of the options.
    public let rawValue: UInt

    /// Creates options from bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The action can be performed only on an unlocked phone.
    public static let authenticationRequired = UNNotificationActionOptions(rawValue: 1 << 0)
    /// The action destroys something, and its button shows that.
    public static let destructive = UNNotificationActionOptions(rawValue: 1 << 1)
    /// The action opens the app.
    public static let foreground = UNNotificationActionOptions(rawValue: 1 << 2)
}

/// A button of a notification.
///
/// Two actions with the same values are equal.
open class UNNotificationAction: NSObject, SelfCopying {
    let record: ActionRecord

    init(_ record: ActionRecord) { self.record = record }

    /// Creates an action with an icon.
    public convenience init(
        identifier: String, title: String, options: UNNotificationActionOptions = [], icon: UNNotificationActionIcon?
    ) {
        self.init(ActionRecord(identifier: identifier, title: title, options: options.rawValue, icon: icon?.record))
    }

    /// Creates an action.
    public convenience init(identifier: String, title: String, options: UNNotificationActionOptions = []) {
        self.init(identifier: identifier, title: title, options: options, icon: nil)
    }

    /// The identifier of the action, unique in the app.
    open var identifier: String { record.identifier }
    /// The title of the button.
    open var title: String { record.title }
    /// The behaviors of the action.
    open var options: UNNotificationActionOptions { UNNotificationActionOptions(rawValue: record.options) }
    /// The icon of the button.
    open var icon: UNNotificationActionIcon? { record.icon.map { UNNotificationActionIcon($0) } }

    open override func isEqual(_ object: Any?) -> Bool { (object as? UNNotificationAction)?.record == record }

    open override var hash: Int { record.hashValue }
}

/// An action that lets the user type text.
public final class UNTextInputNotificationAction: UNNotificationAction {
    /// Creates an action with an icon.
    public convenience init(
        identifier: String, title: String, options: UNNotificationActionOptions = [], icon: UNNotificationActionIcon?,
        textInputButtonTitle: String, textInputPlaceholder: String
    ) {
        self.init(
            ActionRecord(
                identifier: identifier, title: title, options: options.rawValue, icon: icon?.record,
                textInput: .init(buttonTitle: textInputButtonTitle, placeholder: textInputPlaceholder)))
    }

    /// Creates an action.
    public convenience init(
        identifier: String, title: String, options: UNNotificationActionOptions = [],
        textInputButtonTitle: String, textInputPlaceholder: String
    ) {
        self.init(
            identifier: identifier, title: title, options: options, icon: nil,
            textInputButtonTitle: textInputButtonTitle, textInputPlaceholder: textInputPlaceholder)
    }

    /// The title of the button beside the text field.
    public var textInputButtonTitle: String { record.textInput?.buttonTitle ?? "" }
    /// The text of the empty text field.
    public var textInputPlaceholder: String { record.textInput?.placeholder ?? "" }
}

/// The icon of an action.
public final class UNNotificationActionIcon: NSObject, SelfCopying {
    let record: ActionRecord.Icon

    init(_ record: ActionRecord.Icon) { self.record = record }

    /// Creates an icon from an image of the app's bundle.
    public convenience init(templateImageName: String) { self.init(.template(templateImageName)) }

    /// Creates an icon from a symbol of the system.
    public convenience init(systemImageName: String) { self.init(.system(systemImageName)) }

    public override func isEqual(_ object: Any?) -> Bool { (object as? UNNotificationActionIcon)?.record == record }

    public override var hash: Int { record.hashValue }
}
