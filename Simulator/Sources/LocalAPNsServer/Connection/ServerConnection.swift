import LocalAPNs
import NIOCore
import NIOHTTP2
import Synchronization

/// A client's connection: what the service remembers of it, which requests are under way on it, and how it ends.
final class ServerConnection: Sendable {
    /// What the service remembers of it.
    let memory = PushConnection()

    private struct State {
        /// The streams whose requests the service may have looked at, and whose answers are not sent yet.
        var open: Set<Int> = []
        /// The newest stream whose answer was sent.
        var newest = 0
        var isEnding = false
    }

    private let channel: any Channel
    private let state = Mutex(State())

    /// How long a client has to close the connection itself after GOAWAY and the last answer.
    ///
    /// Closing a socket on which something unread has come makes the kernel throw away what the client has not read yet.
    private static let patience = TimeAmount.seconds(1)

    init(_ channel: any Channel) {
        self.channel = channel
    }

    /// Takes note of a request; false if the connection is about to end, and nobody is to look at the request.
    func begin(_ stream: Int) -> Bool {
        state.withLock { state in
            guard !state.isEnding else { return false }
            state.open.insert(stream)
            return true
        }
    }

    /// Closes a stream at whose request nobody has looked, so that its client may send it again (RFC 9113, section 8.7).
    @discardableResult
    func refuse(_ stream: Int) -> EventLoopFuture<Void> {
        channel.writeAndFlush(HTTP2Frame(streamID: HTTP2StreamID(stream), payload: .rstStream(.refusedStream)))
    }

    /// Takes note that a request's stream is closed.
    func finish(_ stream: Int) {
        let isOver = state.withLock { state in
            state.open.remove(stream)
            state.newest = max(state.newest, stream)
            return state.isEnding && state.open.isEmpty
        }
        if isOver { closeSoon() }
    }

    /// Sends GOAWAY, lets the requests that are under way be answered, and closes.
    ///
    /// Apple: the debug data of GOAWAY is JSON with `reason` ("Sending notification requests to APNs"). The number in it is
    /// the newest stream that may have been looked at, so a client knows which pushes it may send again (RFC 9113, section
    /// 6.8).
    ///
    /// - Parameters:
    ///   - reason: the reason in the debug data.
    ///   - refused: the stream of a request that gets no answer and that nobody has looked at.
    /// - Returns: when it was sent.
    @discardableResult
    func goAway(_ reason: Reason, refusing refused: Int? = nil) -> EventLoopFuture<Void> {
        let (last, isOver) = state.withLock { state in
            state.isEnding = true
            if let refused { state.open.remove(refused) }
            return (max(state.newest, state.open.max() ?? 0), state.open.isEmpty)
        }
        if let refused, refused < last {
            // GOAWAY says nothing of a stream that is older than the last, so it is refused by itself.
            refuse(refused)
        }
        let data = channel.allocator.buffer(string: "{\"reason\":\"\(reason.text)\"}")
        let frame = HTTP2Frame(
            streamID: .rootStream,
            payload: .goAway(lastStreamID: HTTP2StreamID(last), errorCode: .noError, opaqueData: data))
        let sent = channel.writeAndFlush(frame)
        if isOver { closeSoon() }
        return sent
    }

    /// Closes without a word.
    func cut() async {
        try? await channel.close().get()
    }

    private func closeSoon() {
        let channel = channel
        channel.eventLoop.scheduleTask(in: Self.patience) { channel.close(promise: nil) }
    }
}
