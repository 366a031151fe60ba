package import Foundation

/// An item in the keychain of a phone: a password, or the data of a key.
///
/// The public properties are those that decide who can read it. The value is neither public nor encoded nor in a description.
public struct KeychainItem: Sendable, Codable, CustomStringConvertible, CustomReflectable {
    /// The class of an item, by the value of Apple's constant.
    public enum ItemClass: String, Sendable, Codable {
        /// A generic password, `kSecClassGenericPassword`.
        case genericPassword = "genp"
        /// An internet password, `kSecClassInternetPassword`.
        case internetPassword = "inet"
        /// The data of a key, `kSecClassKey`.
        case key = "keys"
    }

    /// The condition under which an item can be decrypted: the suffixes of Apple's `kSecAttrAccessible…`.
    public enum Accessibility: String, Sendable, Codable {
        /// While the device is unlocked.
        case whenUnlocked = "ak"
        /// After the first unlock since the device started.
        case afterFirstUnlock = "ck"
        /// While the device is unlocked; the item is not restored on another device.
        case whenUnlockedThisDeviceOnly = "aku"
        /// After the first unlock since the device started; the item is not restored on another device.
        case afterFirstUnlockThisDeviceOnly = "cku"
        /// While a device with a passcode is unlocked; the item is not restored on another device.
        case whenPasscodeSetThisDeviceOnly = "akpu"

        /// Whether the item is missing on a device that was restored from a backup of another one.
        public var isThisDeviceOnly: Bool { rawValue.utf8.last == UInt8(ascii: "u") }

        func allowsUse(while state: Phone.LockState) -> Bool {
            switch self {
            case .whenUnlocked, .whenUnlockedThisDeviceOnly, .whenPasscodeSetThisDeviceOnly: state == .unlocked
            case .afterFirstUnlock, .afterFirstUnlockThisDeviceOnly: state != .beforeFirstUnlock
            }
        }
    }

    private enum CodingKeys: CodingKey { case itemClass, accessGroup, accessibility, isSynchronizable, attributes }

    /// The class of the item.
    public let itemClass: ItemClass
    /// The access group, with the team's prefix.
    public internal(set) var accessGroup: String
    /// The condition under which the item can be decrypted.
    public internal(set) var accessibility: Accessibility
    /// Whether the item is synchronized to the user's other devices.
    public internal(set) var isSynchronizable: Bool

    /// The other attributes, `acct` and `svce` among them.
    var attributes: [KeychainAttribute: KeychainValue]
    /// The value of `kSecValueData`.
    var value = Data()

    /// The account (`kSecAttrAccount`); nil if it is absent or not a string.
    public var account: String? { attributes[.account]?.text }

    /// The service (`kSecAttrService`); nil if it is absent or not a string.
    public var service: String? { attributes[.service]?.text }

    /// The application tag of a key (`kSecAttrApplicationTag`).
    package var applicationTag: Data? { attributes[.applicationTag]?.data }

    /// The values by which Apple's pages tell two items apart.
    var primaryKey: [KeychainValue] {
        [.text(itemClass.rawValue), .text(accessGroup), .flag(isSynchronizable)]
            + itemClass.primaryKey.map { attributes[$0] ?? .text("") }
    }

    /// The size of the value and of the attributes, in bytes.
    var byteCount: Int { attributes.values.reduce(value.count) { $0 + $1.byteCount } }

    /// The access group, service and account.
    public var description: String { "\(accessGroup) \(service ?? "-") \(account ?? "-") (\(accessibility))" }

    /// Without the value.
    public var customMirror: Mirror { Mirror(self, children: ["item": description]) }
}

/// A value of a keychain item or query; texts are equal if their bytes are.
package enum KeychainValue: Sendable, Hashable, Codable, CustomStringConvertible, CustomReflectable {
    case text(String)
    case data(Data)
    case flag(Bool)
    case number(Int64)
    case date(Date)

    var data: Data? { if case .data(let data) = self { data } else { nil } }

    var byteCount: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .data(let data): data.count
        case .flag, .number, .date: 8
        }
    }

    var text: String? { if case .text(let text) = self { text } else { nil } }

    package static func == (one: Self, other: Self) -> Bool {
        switch (one, other) {
        case (.text(let one), .text(let other)): one.utf8.elementsEqual(other.utf8)
        case (.data(let one), .data(let other)): one == other
        case (.flag(let one), .flag(let other)): one == other
        case (.number(let one), .number(let other)): one == other
        case (.date(let one), .date(let other)): one == other
        default: false
        }
    }

    /// The kind of value, never the value, which may be a secret.
    package var description: String {
        switch self {
        case .text: "text"
        case .data: "data"
        case .flag: "flag"
        case .number: "number"
        case .date: "date"
        }
    }

    package var customMirror: Mirror { Mirror(self, children: ["kind": description]) }
}
