extension JSONReader {
    /// Reads a string; throws `wrongKind` when another value comes next.
    package mutating func readString() throws(JSONError) -> String {
        guard nextByte() == .quotationMark else { throw wrongKind("string") }
        return try string(of: readStringToken())
    }

    /// Reads a number; throws `wrongKind` when another value comes next.
    package mutating func readNumber() throws(JSONError) -> JSONNumber {
        guard nextByte() == UInt8(ascii: "-") || current.isDigit else { throw wrongKind("number") }
        let text = try unsafe UnsafeRawBufferPointer(rebasing: bytes[scanNumber()])
        return JSONNumber(verified: unsafe String(copying: text, isASCII: true))
    }

    /// Reads a Boolean; throws `wrongKind` when another value comes next.
    package mutating func readBool() throws(JSONError) -> Bool {
        switch nextByte() {
        case UInt8(ascii: "t"):
            try readLiteral("true")
            return true
        case UInt8(ascii: "f"):
            try readLiteral("false")
            return false
        default:
            throw wrongKind("boolean")
        }
    }

    /// Reads a string without copying it, and gives the range of its bytes between the quotation marks.
    ///
    /// Throws `wrongKind` when another value comes next, and `malformed` when the string holds an escape, since its bytes
    /// are then not its text.
    package mutating func readRawString() throws(JSONError) -> Range<Int> {
        guard nextByte() == .quotationMark else { throw wrongKind("string") }
        let start = offset
        let token = try readStringToken()
        guard !token.hasEscapes else {
            throw failure(.malformed, "expected a string without escapes", at: start)
        }
        return token.range
    }

    /// Reads a string, number or literal into the last of the nodes.
    @_transparent
    mutating func readScalar(into list: inout NodeList) throws(JSONError) {
        let place = offset
        switch current {
        case .quotationMark:
            let token = try readStringToken()
            let ascii: ValueNode.Flags = token.isASCII ? .isASCII : []
            if token.hasEscapes {
                let byteCount = shortestByteCount(of: token)
                list.setLast(.string, reach(from: place), byteCount: byteCount, flags: ascii.union(.hasEscapes))
            } else {
                list.setLast(
                    .string, reach(from: place), byteCount: offset &- place, flags: ascii.union(.isShortest))
            }
        case UInt8(ascii: "-"), 0x30...0x39:
            _ = try scanNumber()
            list.setLast(.number, reach(from: place), byteCount: offset &- place, flags: .isShortest)
        case UInt8(ascii: "t"):
            try readLiteral("true")
            list.setLast(.bool, reach(from: place), byteCount: 4, flags: .isShortest)
        case UInt8(ascii: "f"):
            try readLiteral("false")
            list.setLast(.bool, reach(from: place), byteCount: 5, flags: .isShortest)
        case UInt8(ascii: "n"):
            try readLiteral("null")
            list.setLast(.null, reach(from: place), byteCount: 4, flags: [.isShortest, .holdsNull])
        default:
            throw unexpected("a value")
        }
    }

    @inline(never)
    private func shortestByteCount(of token: StringToken) -> Int {
        unsafe Unescaping.shortestByteCount(of: UnsafeRawBufferPointer(rebasing: bytes[token.range]))
    }
}
