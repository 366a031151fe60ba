import NIOCore

@testable import LocalAPNsServer

/// Records the GOAWAY frames of a connection.
final class SentGoAways: ChannelOutboundHandler {
    typealias OutboundIn = Never
    private(set) var goAways: [GoAway] = []

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        if let goAway = event as? GoAway { goAways.append(goAway) }
        promise?.succeed()
    }
}
