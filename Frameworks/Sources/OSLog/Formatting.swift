import Foundation

/// The alignment of an interpolated value.
public struct OSLogStringAlignment: Sendable {
    private let width: Int
    private let isLeft: Bool

    /// The value with no padding.
    public static var none: Self { Self(width: 0, isLeft: true) }

    /// Pads the value on its right to a number of columns.
    public static func left(columns: @autoclosure () -> Int) -> Self { Self(width: columns(), isLeft: true) }

    /// Pads the value on its left to a number of columns.
    public static func right(columns: @autoclosure () -> Int) -> Self { Self(width: columns(), isLeft: false) }

    func apply(to text: String) -> String {
        let padding = String(repeating: " ", count: max(0, min(width, 1024) - text.count))
        return isLeft ? text + padding : padding + text
    }
}

/// The format of a truth value.
public enum OSLogBoolFormat: Sendable {
    /// `true` or `false`.
    case truth
    /// `yes` or `no`.
    case answer
}

/// The format of an integer.
public struct OSLogIntegerFormatting: Sendable {
    private let radix: Int
    private let prefix: String
    private let isUppercase: Bool
    private let hasSign: Bool
    private let minDigits: Int

    /// Decimal digits.
    public static var decimal: Self { decimal() }
    /// Hexadecimal digits in lower case.
    public static var hex: Self { hex() }
    /// Octal digits.
    public static var octal: Self { octal() }

    /// Decimal digits, with a plus sign or leading zeros.
    public static func decimal(
        explicitPositiveSign: Bool = false, minDigits: @autoclosure () -> Int = 1
    ) -> Self {
        Self(radix: 10, prefix: "", isUppercase: false, hasSign: explicitPositiveSign, minDigits: minDigits())
    }

    /// Hexadecimal digits, with the prefix `0x`, in upper case, or with leading zeros.
    public static func hex(
        explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false,
        minDigits: @autoclosure () -> Int = 1
    ) -> Self {
        Self(
            radix: 16, prefix: includePrefix ? (uppercase ? "0X" : "0x") : "", isUppercase: uppercase,
            hasSign: explicitPositiveSign, minDigits: minDigits())
    }

    /// Octal digits, with the prefix `0`, or with leading zeros.
    public static func octal(
        explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false,
        minDigits: @autoclosure () -> Int = 1
    ) -> Self {
        Self(
            radix: 8, prefix: includePrefix ? "0" : "", isUppercase: uppercase, hasSign: explicitPositiveSign,
            minDigits: minDigits())
    }

    func text(of number: some FixedWidthInteger) -> String {
        let digits = String(number.magnitude, radix: radix, uppercase: isUppercase)
        let zeros = String(repeating: "0", count: max(0, min(minDigits, 1024) - digits.count))
        let sign = number < 0 ? "-" : (hasSign ? "+" : "")
        return sign + prefix + zeros + digits
    }
}

/// The format of a floating-point number.
public struct OSLogFloatFormatting: Sendable {
    private let conversion: String
    private let hasSign: Bool
    private let precision: Int

    /// Six digits after the point.
    public static var fixed: Self { fixed() }
    /// An exponent of ten.
    public static var exponential: Self { exponential() }
    /// The shorter of both.
    public static var hybrid: Self { hybrid() }
    /// A hexadecimal number.
    public static var hex: Self { Self(conversion: "a", hasSign: false, precision: -1) }

    /// A number of digits after the point.
    public static func fixed(
        precision: @autoclosure () -> Int = 6, explicitPositiveSign: Bool = false, uppercase: Bool = false
    ) -> Self {
        Self(conversion: uppercase ? "F" : "f", hasSign: explicitPositiveSign, precision: precision())
    }

    /// An exponent of ten, with a number of digits after the point.
    public static func exponential(
        precision: @autoclosure () -> Int = 6, explicitPositiveSign: Bool = false, uppercase: Bool = false
    ) -> Self {
        Self(conversion: uppercase ? "E" : "e", hasSign: explicitPositiveSign, precision: precision())
    }

    /// The shorter of both, with a number of significant digits.
    public static func hybrid(
        precision: @autoclosure () -> Int = 6, explicitPositiveSign: Bool = false, uppercase: Bool = false
    ) -> Self {
        Self(conversion: uppercase ? "G" : "g", hasSign: explicitPositiveSign, precision: precision())
    }

    func text(of number: Double) -> String {
        let digits = precision < 0 ? "" : ".\(min(precision, 64))"
        return String(format: "%\(hasSign ? "+" : "")\(digits)\(conversion)", number)
    }
}
