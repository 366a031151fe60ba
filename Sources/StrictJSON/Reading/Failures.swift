extension JSONReader {
    /// An error at an offset, with its line and column counted.
    ///
    /// Errors are made apart, so that what reads stays small.
    @inline(never)
    func failure(_ code: JSONError.Code, _ reason: String, at offset: Int) -> JSONError {
        let place = unsafe min(offset, bytes.count)
        var line = 1
        var column = 1
        for index in 0..<place {
            if unsafe bytes[index] == 0x0A {
                line += 1
                column = 1
            } else {
                column += 1
            }
        }
        return JSONError(code: code, reason: reason, offset: place, line: line, column: column)
    }

    /// The error for the byte at the current offset, which is not what had to come.
    @inline(never)
    func unexpected(_ expectation: String) -> JSONError {
        let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[min(offset, bytes.count)...])
        if unsafe rest.isEmpty {
            return failure(.unexpectedEnd, "the text ends where \(expectation) was expected", at: offset)
        }
        if unsafe UTF8Validation.firstInvalidOffset(in: UnsafeRawBufferPointer(rebasing: rest.prefix(4))) == 0 {
            return invalidUTF8(at: offset)
        }
        return failure(.malformed, "expected \(expectation)", at: offset)
    }

    /// The error for a value of another kind than the caller asked for, or for no value at all.
    mutating func wrongKind(_ expectation: String) -> JSONError {
        guard let kind = peekKind() else { return unexpected("a value") }
        return failure(.wrongKind, "expected \(expectation), found \(kind)", at: offset)
    }

    func invalidUTF8(at offset: Int) -> JSONError {
        failure(.invalidUTF8, "the bytes are not well-formed UTF-8", at: offset)
    }

    /// The error for what begins as a literal and is none.
    @inline(never)
    func missing(_ literal: StaticString) -> JSONError { unexpected("the literal \(literal)") }

    /// The error for a container inside too many others.
    @inline(never)
    func tooDeep() -> JSONError {
        failure(.tooDeep, "more than \(maximumDepth) containers stand inside each other", at: offset)
    }

    /// The error for what follows a name and is no colon.
    @inline(never)
    func missingColon(behind name: StringToken) -> JSONError { unexpected("a colon").inside(string(of: name)) }

    /// The error for what follows a member or element, and neither separates it from the next nor closes the container.
    @inline(never)
    func missingEnd(_ closing: UInt8) -> JSONError {
        unexpected("a comma or the end of the \(closing == UInt8(ascii: "}") ? "object" : "array")")
    }

    /// The error for a name that another member has.
    @inline(never)
    func duplicateName(_ token: StringToken, at offset: Int) -> JSONError {
        failure(.duplicateName, "the name occurs twice in one object", at: offset).inside(string(of: token))
    }

    /// A failure seen from outside of all open containers, the innermost of which is given; it may have happened before the
    /// value of the last node was read.
    @inline(never)
    func unwound(
        _ error: JSONError, from innermost: Int, _ list: borrowing NodeList, standsBeforeValue: Bool
    ) -> JSONError {
        var (error, container) = (error, innermost)
        // Of a value that is not read yet the node is the last one, and its container is known.
        if standsBeforeValue { error = inside(list.count - 1, of: container, list, error) }
        while container != NodeList.outside {
            let outer = list.container(of: container)
            error = inside(container, of: outer, list, error)
            container = outer
        }
        return error
    }

    /// The failure seen from a container that is being read, or from outside.
    private func inside(_ node: Int, of container: Int, _ list: borrowing NodeList, _ error: JSONError) -> JSONError {
        guard container != NodeList.outside else { return error }
        let view = unsafe list.view(over: start)
        guard list.isObject(container) else { return error.inside(String(view[container].count)) }
        return unsafe error.inside(view.withName(at: node) { unsafe String(decoding: $0, as: UTF8.self) })
    }
}
