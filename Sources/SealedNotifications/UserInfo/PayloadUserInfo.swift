public import PushPayload
import StrictJSON

extension Payload {
    /// The payload as a notification's `userInfo` holds it, with `aps`.
    ///
    /// Booleans and numbers are `NSNumber`s, exact for 64-bit integers, binary64 and up to 38 decimal digits; any other
    /// number is rounded to the nearest binary64. Member order is lost, as in any dictionary.
    public var userInfo: [AnyHashable: Any] { root.foundationDictionary }

    /// Reads a payload out of a notification's `userInfo`.
    ///
    /// - Throws: `UserInfoError` if it holds something that JSON does not.
    public init(userInfo: [AnyHashable: Any]) throws {
        let json = try PropertyListValue(userInfo).json()
        self.init(json.objectValue ?? JSONObject())
    }
}
