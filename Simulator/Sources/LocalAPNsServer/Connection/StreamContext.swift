import Hummingbird
import NIOCore
import NIOHTTP2

/// What a request needs to know of where it came from: its stream, and through it the connection.
struct StreamContext: InitializableFromSource {
    private let stream: any Channel

    init(source: ApplicationRequestContextSource) {
        stream = source.channel
    }

    /// The connection that the stream belongs to; nil if there is none any more.
    var connection: (any Channel)? { stream.parent }

    /// The number of the stream; nil if it is closed.
    var streamID: Int? {
        get async {
            let id = try? await stream.getOption(HTTP2StreamChannelOptions.streamID).get()
            return id.map { Int($0) }
        }
    }

    /// Calls a closure as soon as the answer is sent, or the stream came to another end.
    func whenClosed(_ body: @escaping @Sendable () -> Void) {
        stream.closeFuture.whenComplete { _ in body() }
    }
}
