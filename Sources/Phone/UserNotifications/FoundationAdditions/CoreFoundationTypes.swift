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
/// The number of nanoseconds of a second.
public let NSEC_PER_SEC: UInt64 = 1_000_000_000
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

extension CGRect {
    /// The rectangle as a dictionary, with Core Graphics' keys.
    public var dictionaryRepresentation: CFDictionary {
        let members = ["X": origin.x, "Y": origin.y, "Width": size.width, "Height": size.height]
        return members.mapValues { Double($0) } as CFDictionary
    }

    /// Takes a rectangle from its dictionary; nil for another one.
    init?(dictionaryRepresentation dict: CFDictionary) {
        let values = ["X", "Y", "Width", "Height"].compactMap { (dict[$0] as? NSNumber)?.doubleValue }
        guard values.count == 4 else { return nil }
        self.init(x: values[0], y: values[1], width: values[2], height: values[3])
    }
}
