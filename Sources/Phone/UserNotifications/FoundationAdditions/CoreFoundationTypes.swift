public import Foundation

// The names of Core Foundation that code of extensions uses. On a phone they come with Foundation; on Linux they are
// Foundation's own classes, so that the same casts compile: `query as CFDictionary`, `url as CFURL`, `item as? Data`.

/// A result code of the system.
public typealias OSStatus = Int32
/// Any object of Core Foundation.
public typealias CFTypeRef = AnyObject
/// A string.
public typealias CFString = NSString
/// An address.
public typealias CFURL = NSURL
/// A dictionary.
public typealias CFDictionary = NSDictionary
/// An array.
public typealias CFArray = NSArray
/// Data.
public typealias CFData = NSData
/// A boolean.
public typealias CFBoolean = NSNumber
/// A number.
public typealias CFNumber = NSNumber

// Implicitly unwrapped as on a phone, so that `kCFBooleanTrue!` compiles.

// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
/// The object for true.
public var kCFBooleanTrue: CFBoolean! { NSNumber(value: true) }
// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
/// The object for false.
public var kCFBooleanFalse: CFBoolean! { NSNumber(value: false) }
