import Foundation
import PushPayload
import StrictJSON

/// A `userInfo` dictionary, or another payload of an app, in the encoding that a phone keeps.
@_spi(Frameworks) public enum UserInfoRecord {
    /// Encodes a dictionary.
    ///
    /// - Throws: `CocoaError.propertyListWriteInvalid` if it is not a property list.
    public static func encode(_ userInfo: [AnyHashable: Any]) throws -> Data {
        guard let value = try? PropertyListValue(userInfo) else { throw CocoaError(.propertyListWriteInvalid) }
        return Data(value.message.serialized())
    }

    /// Decodes a dictionary; nil for other data.
    public static func decode(_ data: Data) -> [AnyHashable: Any]? {
        guard let json = try? JSONValue(parsing: Array(data), limits: JSONLimits(enclosingTextsIn: data.count)) else {
            return nil
        }
        return PropertyListValue(message: json)?.foundationObject as? [AnyHashable: Any]
    }
}
