public import Foundation
import PhoneState

/// The pasteboard of a phone, with its text only.
public final class UIPasteboard: NSObject, Sendable {
    private let phone: Phone

    private init(_ phone: Phone) { self.phone = phone }

    /// The pasteboard of the phone on which the calling code runs.
    public class var general: UIPasteboard { UIPasteboard(.current) }

    /// The text; nil for none.
    public var string: String? {
        get { phone.pasteboard }
        set { phone.pasteboard = newValue }
    }

    /// Whether the pasteboard has a text.
    public var hasStrings: Bool { string != nil }
}
