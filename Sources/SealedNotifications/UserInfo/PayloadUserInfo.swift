public import PushPayload
import StrictJSON

extension Payload {
    /// The payload as a notification's `userInfo`, with `aps`.
    ///
    /// Booleans and numbers are `NSNumber`s, exact for 64-bit integers, binary64 and up to 38 decimal digits. Any other
    /// number is rounded to the nearest binary64. Member order is lost, as in any dictionary.
    public var userInfo: [AnyHashable: Any] { root.foundationDictionary }

    /// Reads a payload from a notification's `userInfo`.
    ///
    /// - Throws: `UserInfoError` if a value cannot be represented in JSON.
    public init(userInfo: [AnyHashable: Any]) throws {
        let json = try PropertyListValue(userInfo).json()
        self.init(json.objectValue ?? JSONObject())
    }
}
