public import Foundation

/// A text with the way to speak it, such as the name of a group.
open class INSpeakableString: NSObject, NSCopying {
    /// The text.
    public let spokenPhrase: String
    /// The text by its sound; nil if it is spoken as written.
    public let pronunciationHint: String?
    /// The identifier of the text in the app's vocabulary.
    public let vocabularyIdentifier: String?

    /// Creates a text of the app's vocabulary.
    public init(vocabularyIdentifier: String, spokenPhrase: String, pronunciationHint: String?) {
        self.vocabularyIdentifier = vocabularyIdentifier
        self.spokenPhrase = spokenPhrase
        self.pronunciationHint = pronunciationHint
    }

    /// Creates a text.
    public init(spokenPhrase: String) {
        self.spokenPhrase = spokenPhrase
        pronunciationHint = nil
        vocabularyIdentifier = nil
    }

    /// Returns the text itself, since it is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}
