package import Logging

/// What the simulator's servers have in common: they listen where nobody else can reach them, and say only what is wrong.
package enum Loopback {
    package static let address = "127.0.0.1"

    package static func logger(_ name: String) -> Logger {
        var logger = Logger(label: "sealedpush-simulator.\(name)")
        logger.logLevel = .error
        return logger
    }
}
