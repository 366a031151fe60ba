/// Bytes that stand as hexadecimal digits in a vector file or a test.
struct Hex: Decodable, Sendable, Equatable, ExpressibleByStringLiteral {
    struct NotHexadecimal: Error {}

    let bytes: [UInt8]

    init(parsing text: String) throws {
        let digits = try text.map { character in
            guard let value = character.hexDigitValue else { throw NotHexadecimal() }
            return UInt8(value)
        }
        guard digits.count.isMultiple(of: 2) else { throw NotHexadecimal() }
        bytes = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    init(from decoder: any Decoder) throws {
        try self.init(parsing: decoder.singleValueContainer().decode(String.self))
    }

    init(stringLiteral text: String) {
        do {
            try self.init(parsing: text)
        } catch {
            preconditionFailure("not hexadecimal: \(text)")
        }
    }
}
