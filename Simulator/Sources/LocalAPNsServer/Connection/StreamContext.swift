import Hummingbird
import NIOCore
import NIOHTTP2

/// The request context: the HTTP/2 stream and its connection.
struct StreamContext: InitializableFromSource {
    private let stream: any Channel

    init(source: ApplicationRequestContextSource) {
        stream = source.channel
    }

    /// The channel of the stream's connection; nil if it is closed.
    var connection: (any Channel)? { stream.parent }

    /// The stream identifier; nil if the stream is closed.
    var streamID: Int? {
        get async {
            let id = try? await stream.getOption(HTTP2StreamChannelOptions.streamID).get()
            return id.map { Int($0) }
        }
    }

    /// Calls a closure when the stream closes, after the answer or for another reason.
    func whenClosed(_ body: @escaping @Sendable () -> Void) {
        stream.closeFuture.whenComplete { _ in body() }
    }
}
