public import Foundation

extension String {
    /// The key of a localized text, with the values of its conversions.
    public struct LocalizationValue: ExpressibleByStringInterpolation, Sendable {
        /// The parts of a key: a text is `%@` in it, an integer `%lld`, another number `%lf`.
        public struct StringInterpolation: StringInterpolationProtocol, Sendable {
            fileprivate var key = ""
            fileprivate var values: [any CVarArg & Sendable] = []

            /// Creates an empty key.
            public init(literalCapacity: Int, interpolationCount: Int) {}

            /// Appends a part of the key, with its percent signs doubled.
            public mutating func appendLiteral(_ literal: String) { key += literal.replacing("%", with: "%%") }

            /// Appends a text.
            public mutating func appendInterpolation(_ value: String) { append("%@", value) }
            /// Appends an integer.
            public mutating func appendInterpolation(_ value: some FixedWidthInteger) {
                append("%lld", Int64(truncatingIfNeeded: value))
            }
            /// Appends another number.
            public mutating func appendInterpolation(_ value: Double) { append("%lf", value) }

            private mutating func append(_ conversion: String, _ value: any CVarArg & Sendable) {
                key += conversion
                values.append(value)
            }
        }

        fileprivate let key: String
        fileprivate let values: [any CVarArg & Sendable]

        /// Creates a key without values.
        public init(stringLiteral value: String) { (key, values) = (value, []) }

        /// Creates a key with values.
        public init(stringInterpolation: StringInterpolation) {
            (key, values) = (stringInterpolation.key, stringInterpolation.values)
        }
    }

    /// Creates the text of a key in a bundle's strings, the main bundle's by default, as `NSLocalizedString` does.
    public init(
        localized keyAndValue: LocalizationValue, table: String? = nil, bundle: Bundle? = nil,
        locale: Locale = .current, comment: StaticString? = nil
    ) {
        let text = (bundle ?? .main).localizedString(forKey: keyAndValue.key, value: nil, table: table)
        self = keyAndValue.values.isEmpty ? text : String(format: text, locale: locale, arguments: keyAndValue.values)
    }
}
