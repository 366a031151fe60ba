public import Foundation

/// A message with interpolated values, which `Logger` takes.
public struct OSLogMessage: ExpressibleByStringInterpolation, Sendable {
    /// The text, in which private values are replaced.
    let text: String

    /// Creates a message of a text without values.
    public init(stringLiteral value: String) { text = value }

    /// Creates a message of a text with values.
    public init(stringInterpolation: OSLogInterpolation) { text = stringInterpolation.text }
}

/// The texts and values of a message.
public struct OSLogInterpolation: StringInterpolationProtocol, Sendable {
    private(set) var text = ""

    /// Creates an empty message.
    public init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

    /// Appends a text, which is always shown.
    public mutating func appendLiteral(_ literal: String) { text += literal }

    /// Appends a text, by default hidden.
    public mutating func appendInterpolation(
        _ argumentString: @autoclosure () -> String, align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto, attributes: String = ""
    ) {
        append(argumentString(), privacy, isScalar: false, align)
    }

    /// Appends the description of a value, by default hidden unless it is an integer.
    public mutating func appendInterpolation<T: CustomStringConvertible>(
        _ value: @autoclosure () -> T, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto,
        attributes: String = ""
    ) {
        let value = value()
        append(value.description, privacy, isScalar: value is any FixedWidthInteger, align)
    }

    /// Appends the description of an object, by default hidden.
    public mutating func appendInterpolation(
        _ argumentObject: @autoclosure () -> NSObject, privacy: OSLogPrivacy = .auto, attributes: String = ""
    ) {
        append(argumentObject().description, privacy, isScalar: false, .none)
    }

    /// Appends the description of an object, by default hidden.
    public mutating func appendInterpolation(
        _ argumentObject: @autoclosure () -> NSObject?, privacy: OSLogPrivacy = .auto, attributes: String = ""
    ) {
        append(argumentObject()?.description ?? "(null)", privacy, isScalar: false, .none)
    }

    /// Appends the description of an error, by default hidden.
    public mutating func appendInterpolation(
        _ error: @autoclosure () -> any Error, privacy: OSLogPrivacy = .auto, attributes: String = ""
    ) {
        append(String(describing: error()), privacy, isScalar: false, .none)
    }

    /// Appends the name of a type, by default hidden.
    public mutating func appendInterpolation(
        _ value: @autoclosure () -> any Any.Type, align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto, attributes: String = ""
    ) {
        append(String(reflecting: value()), privacy, isScalar: false, align)
    }

    /// Appends a truth value, by default shown.
    public mutating func appendInterpolation(
        _ boolean: @autoclosure () -> Bool, format: OSLogBoolFormat = .truth, privacy: OSLogPrivacy = .auto,
        attributes: String = ""
    ) {
        let isTrue = boolean()
        let text =
            switch format {
            case .truth: isTrue ? "true" : "false"
            case .answer: isTrue ? "yes" : "no"
            }
        append(text, privacy, isScalar: true, .none)
    }

    /// Appends an integer in a format, by default shown.
    public mutating func appendInterpolation<T: FixedWidthInteger>(
        _ number: @autoclosure () -> T, format: OSLogIntegerFormatting,
        align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto, attributes: String = ""
    ) {
        append(format.text(of: number()), privacy, isScalar: true, align)
    }

    /// Appends a number, by default shown.
    public mutating func appendInterpolation(
        _ number: @autoclosure () -> Double, format: OSLogFloatFormatting = .fixed,
        align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto, attributes: String = ""
    ) {
        append(format.text(of: number()), privacy, isScalar: true, align)
    }

    /// Appends a number, by default shown.
    public mutating func appendInterpolation(
        _ number: @autoclosure () -> Float, format: OSLogFloatFormatting = .fixed,
        align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto, attributes: String = ""
    ) {
        append(format.text(of: Double(number())), privacy, isScalar: true, align)
    }

    private mutating func append(
        _ value: String, _ privacy: OSLogPrivacy, isScalar: Bool, _ align: OSLogStringAlignment
    ) {
        text += align.apply(to: privacy.text(of: value, isScalar: isScalar))
    }
}
