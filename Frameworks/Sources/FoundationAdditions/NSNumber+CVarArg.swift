public import Foundation

// The requirements of the standard library's protocol begin with an underscore; there is no other way to conform to it.

/// An argument of a format string, with `%@`: the number's text, not localized.
extension NSNumber: @retroactive _CVarArgObject {
    /// The object that is printed.
    public var _cVarArgObject: any CVarArg { NSString(string: stringValue) }

    /// The encoding of that object.
    public var _cVarArgEncoding: [Int] { _cVarArgObject._cVarArgEncoding }
}
