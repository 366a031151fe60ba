import PushPayload
import PushSealer
import StrictJSON

/// Answers to the lines of a stream, each of which ends with a line feed.
enum SealAnswer {
    /// Appends the answer to a line that was sealed.
    static func append(_ push: SealedPush, id: JSONValue, to output: inout [UInt8]) {
        var headers = JSONObject()
        for field in push.headers.fields { headers[field.name] = .string(field.value) }
        let body = String(decoding: push.body, as: UTF8.self)
        append(["id": id, "headers": .object(headers), "body": .string(body)], to: &output)
    }

    /// Appends the answer to a line that was not sealed.
    static func append(_ failure: Failure, line number: Int, id: JSONValue, to output: inout [UInt8]) {
        let error: JSONObject = [
            "code": .string(failure.code ?? "badLine"), "message": .string("line \(number): \(failure.reason)"),
        ]
        append(["id": id, "error": .object(error)], to: &output)
    }

    private static func append(_ answer: JSONObject, to output: inout [UInt8]) {
        answer.serialize(into: &output)
        output.append(UInt8(ascii: "\n"))
    }
}
