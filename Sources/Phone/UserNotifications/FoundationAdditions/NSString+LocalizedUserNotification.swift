public import Foundation
import PhoneState

extension NSString {
    /// Returns the text of a key in the strings of the app on the phone, with arguments for `%@`; the key if there is none.
    ///
    /// A phone looks up the text when it shows the notification, this one at once.
    public class func localizedUserNotificationString(forKey key: String, arguments: [Any]?) -> String {
        Phone.current.text(ofKey: key, arguments: (arguments ?? []).map { "\($0)" })
    }
}
