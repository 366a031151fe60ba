public import Foundation

/// The kind of account that the system offers to add to a contact.
public enum INPersonSuggestionType: Int, Sendable {
    /// None.
    case none = 0
    /// An account of a social network.
    case socialProfile = 1
    /// An account of a messenger.
    case instantMessageAddress = 2
}

/// A person's relationship to the user; the system's constants are not available.
public struct INPersonRelationship: RawRepresentable, Hashable, Sendable {
    /// The text of the relationship.
    public var rawValue: String

    /// Takes a text.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// Takes a text.
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// A person who sends or receives a message.
///
/// Not available: `siriMatches`, and the deprecated initializers with a handle that is a string.
open class INPerson: NSObject, NSCopying {
    /// The address, number or identifier of the person.
    public let personHandle: INPersonHandle?
    /// The parts of the name.
    public let nameComponents: PersonNameComponents?
    /// The name that is shown: the one given, else from the parts of the name, else the value of the handle.
    public let displayName: String
    /// The picture of the person.
    public let image: INImage?
    /// The identifier of the person's contact.
    public let contactIdentifier: String?
    /// The app's own identifier of the person.
    public let customIdentifier: String?
    /// Further handles of the person.
    public let aliases: [INPersonHandle]?
    /// The kind of account that the system offers to add to a contact.
    public let suggestionType: INPersonSuggestionType
    /// Whether the person is the user.
    public let isMe: Bool
    /// Whether the system suggests a contact.
    public let isContactSuggestion: Bool
    /// The relationship to the user.
    public let relationship: INPersonRelationship?

    private init(
        _ handle: INPersonHandle?, _ name: PersonNameComponents?, _ displayName: String?, _ image: INImage?,
        _ contact: String?, _ custom: String?, aliases: [INPersonHandle]? = nil,
        suggestionType: INPersonSuggestionType = .none, isMe: Bool = false, isContactSuggestion: Bool = false,
        relationship: INPersonRelationship? = nil
    ) {
        personHandle = handle
        nameComponents = name
        let parts = [name?.givenName, name?.middleName, name?.familyName].compactMap { $0 }.joined(separator: " ")
        let names = [displayName, parts, name?.nickname, handle?.value]
        self.displayName = names.compactMap { $0 }.first { !$0.isEmpty } ?? ""
        self.image = image
        contactIdentifier = contact
        customIdentifier = custom
        self.aliases = aliases
        self.suggestionType = suggestionType
        self.isMe = isMe
        self.isContactSuggestion = isContactSuggestion
        self.relationship = relationship
    }

    /// Creates a person.
    public convenience init(
        personHandle: INPersonHandle, nameComponents: PersonNameComponents?, displayName: String?, image: INImage?,
        contactIdentifier: String?, customIdentifier: String?
    ) {
        self.init(personHandle, nameComponents, displayName, image, contactIdentifier, customIdentifier)
    }

    /// Creates a person with further handles, for which the system may suggest a contact.
    public convenience init(
        personHandle: INPersonHandle, nameComponents: PersonNameComponents?, displayName: String?, image: INImage?,
        contactIdentifier: String?, customIdentifier: String?, aliases: [INPersonHandle]?,
        suggestionType: INPersonSuggestionType
    ) {
        self.init(
            personHandle, nameComponents, displayName, image, contactIdentifier, customIdentifier, aliases: aliases,
            suggestionType: suggestionType)
    }

    /// Creates a person that may be the user.
    public convenience init(
        personHandle: INPersonHandle, nameComponents: PersonNameComponents?, displayName: String?, image: INImage?,
        contactIdentifier: String?, customIdentifier: String?, isMe: Bool
    ) {
        self.init(personHandle, nameComponents, displayName, image, contactIdentifier, customIdentifier, isMe: isMe)
    }

    /// Creates a person that may be the user, for which the system may suggest a contact.
    public convenience init(
        personHandle: INPersonHandle, nameComponents: PersonNameComponents?, displayName: String?, image: INImage?,
        contactIdentifier: String?, customIdentifier: String?, isMe: Bool, suggestionType: INPersonSuggestionType
    ) {
        self.init(
            personHandle, nameComponents, displayName, image, contactIdentifier, customIdentifier,
            suggestionType: suggestionType, isMe: isMe)
    }

    /// Creates a person for which the system may suggest a contact.
    public convenience init(
        personHandle: INPersonHandle, nameComponents: PersonNameComponents?, displayName: String?, image: INImage?,
        contactIdentifier: String?, customIdentifier: String?, isContactSuggestion: Bool,
        suggestionType: INPersonSuggestionType
    ) {
        self.init(
            personHandle, nameComponents, displayName, image, contactIdentifier, customIdentifier,
            suggestionType: suggestionType, isContactSuggestion: isContactSuggestion)
    }

    /// Creates a person with a relationship to the user.
    public convenience init(
        personHandle: INPersonHandle, nameComponents: PersonNameComponents?, displayName: String?, image: INImage?,
        contactIdentifier: String?, customIdentifier: String?, relationship: INPersonRelationship?
    ) {
        self.init(
            personHandle, nameComponents, displayName, image, contactIdentifier, customIdentifier,
            relationship: relationship)
    }

    /// Returns the person itself, since it is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether the other object is a person with the same values.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? INPerson else { return false }
        return other.personHandle == personHandle && other.nameComponents == nameComponents
            && other.displayName == displayName && other.image == image && other.contactIdentifier == contactIdentifier
            && other.customIdentifier == customIdentifier && other.aliases == aliases
            && other.suggestionType == suggestionType && other.isMe == isMe
            && other.isContactSuggestion == isContactSuggestion && other.relationship == relationship
    }

    /// The hash of the person's handle and name.
    open override var hash: Int { [personHandle?.value, displayName].hashValue }
}
