public import Foundation

// Apple's numbers.

/// No error.
public let errSecSuccess: OSStatus = 0
/// Function or operation is not implemented.
public let errSecUnimplemented: OSStatus = -4
/// An input or output error.
public let errSecIO: OSStatus = -36
/// A key or value of the dictionary is not valid.
public let errSecParam: OSStatus = -50
/// Memory could not be allocated.
public let errSecAllocate: OSStatus = -108
/// The user canceled the operation.
public let errSecUserCanceled: OSStatus = -128
/// The parameters or the state are not valid.
public let errSecBadReq: OSStatus = -909
/// No keychain is available.
public let errSecNotAvailable: OSStatus = -25_291
/// The authorization failed.
public let errSecAuthFailed: OSStatus = -25_293
/// An item with the same primary key exists.
public let errSecDuplicateItem: OSStatus = -25_299
/// No item matches the query.
public let errSecItemNotFound: OSStatus = -25_300
/// The device's lock state does not allow the item to be decrypted.
public let errSecInteractionNotAllowed: OSStatus = -25_308
/// The item could not be decoded.
public let errSecDecode: OSStatus = -26_275
/// The code has no entitlement for the access group.
public let errSecMissingEntitlement: OSStatus = -34_018

/// Returns a text about a result code: its number, which Apple's texts do not have.
public func SecCopyErrorMessageString(_ status: OSStatus, _ reserved: UnsafeMutableRawPointer?) -> CFString? {
    NSString(string: "OSStatus \(status)")
}
