import Foundation

// Collections are arguments of a format string, with `%@`, as on a phone. The requirements of the standard library's protocol begin
// with an underscore; there is no other way to conform to it.

extension Array: @retroactive _CVarArgObject {
    /// The object that is printed.
    public var _cVarArgObject: any CVarArg { NSString(string: description) }

    /// The encoding of that object.
    public var _cVarArgEncoding: [Int] { _cVarArgObject._cVarArgEncoding }
}

extension Dictionary: @retroactive _CVarArgObject {
    /// The object that is printed.
    public var _cVarArgObject: any CVarArg { NSString(string: description) }

    /// The encoding of that object.
    public var _cVarArgEncoding: [Int] { _cVarArgObject._cVarArgEncoding }
}

extension Set: @retroactive _CVarArgObject {
    /// The object that is printed.
    public var _cVarArgObject: any CVarArg { NSString(string: description) }

    /// The encoding of that object.
    public var _cVarArgEncoding: [Int] { _cVarArgObject._cVarArgEncoding }
}
