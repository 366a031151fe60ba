/// Why an extension's process is gone.
struct ProcessEnd: Sendable {
    enum Cause: Sendable {
        /// It could not be started.
        case notStarted
        /// It ended by itself: by a signal, or by leaving.
        case crashed
        /// The host ended it: it took more memory than it may.
        case memory
        /// The host ended it: it wrote what no extension says.
        case badMessage
    }

    let cause: Cause
    let explanation: String

    /// What a delivery says that shows the original for it.
    var reason: DeliveryReason.Code {
        switch cause {
        case .notStarted: .notStarted
        case .crashed: .crashed
        case .memory: .memoryExceeded
        case .badMessage: .badMessage
        }
    }

    var misstep: Misstep.Code {
        switch cause {
        case .notStarted: .notStarted
        case .crashed: .crashed
        case .memory: .memoryExceeded
        case .badMessage: .badMessage
        }
    }
}
