import LocalAPNs
import NIOCore
import NIOHTTP2
import Synchronization

/// A client's connection: its state for the service, its open streams, and its shutdown.
final class ServerConnection: Sendable {
    /// The service's state of the connection.
    let pushConnection: PushConnection

    private struct State {
        /// The streams whose requests may have been processed and whose answers are not sent yet.
        var open: Set<Int> = []
        /// The highest stream whose answer was sent.
        var newest = 0
        var isEnding = false
        /// The last stream of the newest GOAWAY, which a later one must not exceed (RFC 9113, section 6.8).
        var announced = Int.max

        /// Ends the connection, and returns the highest stream that may have been processed.
        mutating func end() -> Int {
            isEnding = true
            announced = min(announced, max(newest, open.max() ?? 0))
            return announced
        }
        /// Whether the client violated the protocol, so that no answer can be sent.
        var isBroken = false
    }

    private let channel: any Channel
    private let state = Mutex(State())
    private let allowsManyStreams = Atomic(false)

    /// The time for the client to close the connection after GOAWAY and the last answer.
    ///
    /// The kernel resets a socket that is closed with unread input, and the client loses data that it has not read yet.
    private static let closeDelay = TimeAmount.seconds(1)

    init(_ channel: any Channel, to host: PushConnection.Host) {
        self.channel = channel
        pushConnection = PushConnection(to: host)
    }

    /// Registers a request; returns false if the connection is shutting down and the request must not be processed.
    func begin(_ stream: Int) -> Bool {
        state.withLock { state in
            guard !state.isEnding else { return false }
            state.open.insert(stream)
            return true
        }
    }

    /// Whether the client violated the protocol.
    var isBroken: Bool { state.withLock { $0.isBroken } }

    /// Whether no request is open.
    var isIdle: Bool { state.withLock { $0.open.isEmpty } }

    /// Allows many streams once the service has accepted a provider token or a certificate.
    func allowStreams() {
        guard pushConnection.isAuthenticated, !allowsManyStreams.exchange(true, ordering: .relaxed) else { return }
        let setting = HTTP2Setting(parameter: .maxConcurrentStreams, value: APNsChannel.streams.after)
        channel.writeAndFlush(HTTP2Frame(streamID: .rootStream, payload: .settings(.settings([setting]))), promise: nil)
    }

    /// Stops processing requests after a violation of the protocol; returns the last stream that may have been processed.
    func breakOff() -> Int {
        state.withLock { state in
            state.isBroken = true
            return state.end()
        }
    }

    /// Closes the connection after an error, once the client has had time to read GOAWAY.
    func fail() {
        if isBroken { closeSoon() } else { channel.close(promise: nil) }
    }

    /// Resets a stream whose request was not processed, so that the client may retry it (RFC 9113, section 8.7).
    @discardableResult
    func refuse(_ stream: Int) -> EventLoopFuture<Void> {
        channel.writeAndFlush(HTTP2Frame(streamID: HTTP2StreamID(stream), payload: .rstStream(.refusedStream)))
    }

    /// Unregisters a request whose stream is closed.
    func finish(_ stream: Int) {
        let isOver = state.withLock { state in
            state.open.remove(stream)
            state.newest = max(state.newest, stream)
            return state.isEnding && state.open.isEmpty
        }
        if isOver { closeSoon() }
    }

    /// Sends GOAWAY, waits for the answers to the open requests, and closes the connection.
    ///
    /// The last stream is the highest one that may have been processed, and never above that of an earlier GOAWAY; a client may
    /// retry the pushes on later streams (RFC 9113, section 6.8).
    ///
    /// - Parameters:
    ///   - reason: the reason in the debug data.
    ///   - refused: the stream of a request that was not processed and gets no answer.
    /// - Returns: a future that completes when GOAWAY is sent.
    @discardableResult
    func goAway(_ reason: Reason, refusing refused: Int? = nil) -> EventLoopFuture<Void> {
        let (last, isOver) = state.withLock { state in
            if let refused { state.open.remove(refused) }
            return (state.end(), state.open.isEmpty)
        }
        // GOAWAY itself says that later streams may be retried.
        if let refused, refused <= last { refuse(refused) }
        if isOver { closeSoon() }
        return channel.triggerUserOutboundEvent(GoAway(last: last, reason: reason.rawValue))
    }

    /// Closes the connection after the client's last byte, once the open requests are answered.
    func endInput() {
        let isOver = state.withLock { state in
            state.isEnding = true
            return state.open.isEmpty
        }
        if isOver { channel.close(promise: nil) }
    }

    /// Sends GOAWAY with `Shutdown`, and closes the connection once the client has had time to read it.
    func shutDown() {
        goAway(.shutdown)
        closeSoon()
    }

    /// Waits until the connection is closed.
    func closed() async { try? await channel.closeFuture.get() }

    /// Closes the connection without GOAWAY.
    func cut() async { try? await channel.close().get() }

    private func closeSoon() {
        channel.eventLoop.scheduleTask(in: Self.closeDelay) { [channel] in channel.close(promise: nil) }
    }
}
