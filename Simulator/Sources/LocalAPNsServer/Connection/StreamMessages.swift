import LocalAPNs
import NIOCore
import NIOHPACK
import NIOHTTP2

extension PushRequest {
    /// The maximum number of body bytes that are kept, above every size limit; the rest is read and discarded.
    private static let keptByteCount = 8_192

    /// Reads a request from a stream; nil if the stream ends before the request does.
    init?(reading frames: NIOAsyncChannelInboundStream<HTTP2Frame.FramePayload>) async throws {
        var head: HPACKHeaders?
        var body: [UInt8] = []
        for try await frame in frames {
            switch frame {
            case .headers(let headers): head = head ?? headers.headers
            case .data(let data):
                guard case .byteBuffer(let buffer) = data.data else { continue }
                body.append(contentsOf: buffer.readableBytesView.prefix(Self.keptByteCount - body.count))
            default: continue
            }
            guard frame.endsStream, let head else { continue }
            self.init(
                method: head.first(name: ":method") ?? "", path: head.first(name: ":path") ?? "",
                headers: head.filter { !$0.name.hasPrefix(":") }.map { (name: $0.name, value: $0.value) }, body: body)
            return
        }
        return nil
    }
}

extension PushAnswer {
    /// The frames of the answer; the last one with content ends the stream, as on Apple's servers.
    func frames(_ allocator: ByteBufferAllocator) -> [HTTP2Frame.FramePayload] {
        let fields = [(":status", String(status))] + headers.map { ($0.name, $0.value) }
        let isEmpty = body.isEmpty
        let head = HTTP2Frame.FramePayload.headers(.init(headers: HPACKHeaders(fields), endStream: isEmpty))
        guard !isEmpty else { return [head] }
        return [head, .data(.init(data: .byteBuffer(allocator.buffer(string: body)), endStream: true))]
    }
}
