import PushPayload
import PushSealer
import StrictJSON

extension JSONText {
    /// Appends the answer to a line that was sealed, with the line feed that ends it.
    ///
    /// It is written as it comes, since a body that became a value first would be read twice more.
    mutating func append(_ push: SealedPush, id: JSONValue) {
        append(plain: #"{"id":"#)
        id.write(to: &self)
        append(plain: #","headers":{"#)
        var isFirst = true
        push.headers.forEachField { name, value in
            if !isFirst { append(UInt8(ascii: ",")) }
            isFirst = false
            append(quoted: name)
            append(UInt8(ascii: ":"))
            append(quoted: value)
        }
        append(plain: #"},"body":"#)
        unsafe push.body.withUnsafeBytes { body in unsafe append(quoted: body) }
        append(plain: "}\n")
    }

    /// Appends the answer to a line that was not sealed, with the line feed that ends it.
    mutating func append(_ failure: Failure, line number: Int, id: JSONValue) {
        append(plain: #"{"id":"#)
        id.write(to: &self)
        append(plain: #","error":{"code":"#)
        append(quoted: failure.code ?? "badLine")
        append(plain: #","message":"#)
        append(quoted: "line \(number): \(failure.reason)")
        append(plain: "}}\n")
    }
}
