package import Logging

/// What the simulator's servers have in common: they listen where nobody else can reach them, and are silent.
package enum Loopback {
    package static let address = "127.0.0.1"

    /// A logger of which only what ends a server is heard.
    ///
    /// Hummingbird logs an error whenever a server's task is cancelled, which is how a simulator ends.
    package static func logger(_ name: String) -> Logger {
        var logger = Logger(label: "sealedpush-simulator.\(name)")
        logger.logLevel = .critical
        return logger
    }
}
