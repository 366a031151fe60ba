// Apple's numbers.

/// No error.
public let errSecSuccess: OSStatus = 0
/// A key or value of the dictionary is not valid.
public let errSecParam: OSStatus = -50
/// Memory could not be allocated.
public let errSecAllocate: OSStatus = -108
/// No keychain is available.
public let errSecNotAvailable: OSStatus = -25_291
/// An item with the same primary key exists.
public let errSecDuplicateItem: OSStatus = -25_299
/// No item matches the query.
public let errSecItemNotFound: OSStatus = -25_300
/// The device's lock state does not allow the item to be decrypted.
public let errSecInteractionNotAllowed: OSStatus = -25_308
/// The code has no entitlement for the access group.
public let errSecMissingEntitlement: OSStatus = -34_018
