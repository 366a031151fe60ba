/// The reason why an extension's process has ended.
package struct ProcessEnd: Sendable {
    package enum Cause: Sendable {
        /// The process could not be started.
        case notStarted
        /// The process ended without the host: by a signal or by exiting.
        case crashed
        /// The host ended the process: it exceeded its memory limit.
        case memory
        /// The host ended the process: it wrote an invalid message.
        case badMessage
    }

    let cause: Cause
    let explanation: String

    package init(cause: Cause, explanation: String) {
        self.cause = cause
        self.explanation = explanation
    }

    /// The reason of a delivery that shows the original because of this end.
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
