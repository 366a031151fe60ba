import HTTPTypes
import Hummingbird
import LocalAPNs
import NIOCore

extension Response {
    /// Creates the HTTP response for an answer.
    init(_ answer: PushAnswer) {
        var headers = HTTPFields()
        for (name, value) in answer.headers {
            if let name = HTTPField.Name(name) { headers.append(HTTPField(name: name, value: value)) }
        }
        self.init(
            status: HTTPResponse.Status(code: answer.status), headers: headers,
            body: answer.body.isEmpty ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(string: answer.body)))
    }
}
