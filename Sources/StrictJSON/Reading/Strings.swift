extension JSONReader {
    /// Reads a string whose opening quotation mark comes next.
    @inline(__always)
    mutating func readStringToken() throws(JSONError) -> StringToken {
        let place = offset &+ 1
        guard let short = unsafe ShortText(before: start + place, available: count &- place) else {
            return try readLongString()
        }
        offset = place &+ short.count &+ 1
        return StringToken(range: place..<place &+ short.count, hasEscapes: false, isASCII: true)
    }

    @inline(never)
    private mutating func readLongString() throws(JSONError) -> StringToken {
        let token = try scanString()
        if !token.isASCII { try checkUTF8(token) }
        return token
    }

    /// Makes the string that a token stands for.
    func string(of token: StringToken) -> String {
        let spelled = unsafe UnsafeRawBufferPointer(rebasing: bytes[token.range])
        if token.hasEscapes { return unsafe String(decoding: Unescaping.bytes(of: spelled), as: UTF8.self) }
        return unsafe String(copying: spelled, isASCII: token.isASCII)
    }
}
