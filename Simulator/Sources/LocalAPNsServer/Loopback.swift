package import Logging

/// The common settings of the simulator's servers: the loopback address and the log level.
package enum Loopback {
    package static let address = "127.0.0.1"

    /// Returns a logger with level `critical`.
    ///
    /// Hummingbird logs an error when a server's task is cancelled, which is the normal end of a simulator.
    package static func logger(_ name: String) -> Logger {
        var logger = Logger(label: "sealedpush-simulator.\(name)")
        logger.logLevel = .critical
        return logger
    }
}
