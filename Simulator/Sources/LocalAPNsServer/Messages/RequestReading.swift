import HTTPTypes
import Hummingbird
import LocalAPNs
import NIOCore

extension PushRequest {
    /// The maximum number of body bytes that are kept, above every size limit; the rest is read and discarded.
    private static let keptByteCount = 8_192

    /// Reads a request from the network.
    ///
    /// - Throws: if the connection ends before the request does.
    init(reading request: Request) async throws {
        var body: [UInt8] = []
        for try await buffer in request.body where body.count < Self.keptByteCount {
            body.append(contentsOf: buffer.readableBytesView.prefix(Self.keptByteCount - body.count))
        }
        self.init(
            method: request.method.rawValue,
            path: request.head.path ?? "",
            headers: request.headers.map { (name: $0.name.canonicalName, value: $0.value) },
            body: body)
    }
}
