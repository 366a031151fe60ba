import Glibc

/// The limits of the server's connections.
public struct ServerLimits: Sendable {
    /// The time for the TLS handshake and the preface of HTTP/2: 10 seconds.
    ///
    /// Apple documents no number.
    public var handshake = Duration.seconds(10)
    /// The time between the start and the end of a frame, and of a header block: 10 seconds.
    public var frame = Duration.seconds(10)
    /// The time between the header and the end of a request: 30 seconds.
    public var request = Duration.seconds(30)
    /// The time for which a client may leave an answer unread: 30 seconds.
    ///
    /// After it, the answer's stream is reset, and a connection with more than 64 KB of unread answers is closed.
    public var write = Duration.seconds(30)
    /// The maximum number of connections; nil for half of the process's file descriptors.
    ///
    /// Further ones wait in the socket's queue until one closes.
    public var connections: Int?
    /// The time without a frame and an open request after which a connection gets IdleTimeout, if the server has the maximum number
    /// of connections: 60 seconds.
    public var idleWhenFull = Duration.seconds(60)

    /// Creates the default limits.
    public init() {}

    /// The maximum number of connections.
    var maximumConnections: Int { connections ?? Self.defaultConnections }

    /// Half of the descriptors; the others are for the page, the extensions and files.
    private static var defaultConnections: Int {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 512 }
        return Int(clamping: min(limit.rlim_cur, 65_536) / 2)
    }
}
