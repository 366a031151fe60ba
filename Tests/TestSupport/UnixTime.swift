package import Foundation

// Tests write points in time as UNIX seconds.
extension Date: @retroactive ExpressibleByIntegerLiteral {
    package init(integerLiteral seconds: Int) { self.init(timeIntervalSince1970: Double(seconds)) }
}

extension Date {
    /// Makes a time of UNIX seconds.
    package init(_ seconds: some BinaryInteger) { self.init(timeIntervalSince1970: Double(seconds)) }
}
