extension JSONReader {
    /// Returns an error at an offset, with its line and column.
    func failure(_ code: JSONError.Code, _ problem: String, at offset: Int, in text: Span<UInt8>) -> JSONError {
        let offset = min(offset, text.count)
        var (line, column) = (1, 1)
        for index in 0..<offset {
            (line, column) = text[index] == 0x0A ? (line + 1, 1) : (line, column + 1)
        }
        return JSONError(code: code, problem: problem, offset: offset, line: line, column: column)
    }

    /// Returns the error for the next byte, which is not the expected one.
    func unexpected(_ expectation: String, in text: Span<UInt8>) -> JSONError {
        guard offset < text.count else {
            return failure(.unexpectedEnd, "expected \(expectation), found the end of the text", at: offset, in: text)
        }
        // A sequence has at most four bytes. The part may cut off a later one, which does not matter here.
        if text.extracting(offset..<min(offset + 4, text.count)).firstInvalidUTF8 == 0 {
            return failure(.invalidUTF8, "expected UTF-8", at: offset, in: text)
        }
        return commaBeforeEnd(in: text) ?? failure(.malformed, "expected \(expectation)", at: offset, in: text)
    }

    /// Returns the error for a comma before the end of an object or array, the commonest mistake of people.
    private func commaBeforeEnd(in text: Span<UInt8>) -> JSONError? {
        guard let end = [.closingBrace: "}", .closingBracket: "]"][text[offset]] else { return nil }
        let last = text.indices.prefix(offset).last { ![0x20, 0x09, 0x0A, 0x0D].contains(text[$0]) }
        guard let last, text[last] == .comma else { return nil }
        return failure(.malformed, "found a comma before \(end)", at: offset, in: text)
    }

    /// Returns the error for a value of another kind than the expected one, or for no value.
    func wrongKind(_ expectation: String, in text: Span<UInt8>) -> JSONError {
        let kind: String
        switch current(in: text) {
        case .openingBrace: kind = "object"
        case .openingBracket: kind = "array"
        case .quotationMark: kind = "string"
        case UInt8(ascii: "t"), UInt8(ascii: "f"): kind = "boolean"
        case UInt8(ascii: "n"): kind = "null"
        case UInt8(ascii: "-"), 0x30...0x39: kind = "number"
        default: return unexpected("a value", in: text)
        }
        return failure(.wrongKind, "expected \(expectation), found \(kind)", at: offset, in: text)
    }
}
