public import Foundation
import PhoneKeychain
public import UserNotifications

// Apple's numbers, beyond those of the module PhoneKeychain.

/// Function or operation is not implemented.
public let errSecUnimplemented: OSStatus = -4
/// An input or output error.
public let errSecIO: OSStatus = -36
/// The user canceled the operation.
public let errSecUserCanceled: OSStatus = -128
/// The parameters or the state are not valid.
public let errSecBadReq: OSStatus = -909
/// The authorization failed.
public let errSecAuthFailed: OSStatus = -25_293
/// The item could not be decoded.
public let errSecDecode: OSStatus = -26_275

/// Returns a text about a result code.
///
/// The texts are not Apple's.
public func SecCopyErrorMessageString(_ status: OSStatus, _ reserved: UnsafeMutableRawPointer?) -> CFString? {
    let texts: [OSStatus: String] = [
        errSecSuccess: "No error.",
        errSecUnimplemented: "Function or operation is not implemented.",
        errSecIO: "An input or output error.",
        errSecParam: "A key or value of the dictionary is not valid.",
        errSecAllocate: "Memory could not be allocated.",
        errSecUserCanceled: "The user canceled the operation.",
        errSecBadReq: "The parameters or the state are not valid.",
        errSecNotAvailable: "No keychain is available.",
        errSecAuthFailed: "The authorization failed.",
        errSecDuplicateItem: "An item with the same primary key exists.",
        errSecItemNotFound: "No item matches the query.",
        errSecInteractionNotAllowed: "The device's lock state does not allow the item to be decrypted.",
        errSecDecode: "The item could not be decoded.",
        errSecMissingEntitlement: "The code has no entitlement for the access group.",
    ]
    return NSString(string: texts[status] ?? "OSStatus \(status)")
}
