extension JSONReader {
    /// Reads a string whose opening quotation mark comes next.
    @_transparent
    mutating func readStringToken() throws(JSONError) -> StringToken {
        let place = offset &+ 1
        let token: StringToken
        offset = place
        // Nearly all names, and most values, are plain and end among the first 16 bytes.
        if _fastPath(count &- place > 16) { offset &+= unsafe SpecialBytes.plainCount(ofSixteenAt: start + place) }
        if _fastPath(current == .quotationMark) {
            token = StringToken(range: reach(from: place), hasEscapes: false, isASCII: true)
        } else {
            token = try longString(from: place)
        }
        offset = token.range.upperBound &+ 1
        return token
    }

    /// The string that began at an offset, and is plain up to the current one.
    @inline(never)
    private func longString(from place: Int) throws(JSONError) -> StringToken {
        var reader = self
        let token = try reader.scanString(from: place)
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
