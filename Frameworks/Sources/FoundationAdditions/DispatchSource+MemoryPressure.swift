public import Dispatch

/// A source of events about the memory of the system.
public protocol DispatchSourceMemoryPressure: AnyObject, DispatchSourceProtocol {}

extension DispatchSource: DispatchSourceMemoryPressure {}

extension DispatchSource {
    /// The states of the memory.
    public struct MemoryPressureEvent: OptionSet, RawRepresentable, Sendable {
        /// The bits of the states.
        public let rawValue: UInt

        /// Creates a set.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Enough memory is free again.
        public static let normal = MemoryPressureEvent(rawValue: 1)
        /// Memory is low.
        public static let warning = MemoryPressureEvent(rawValue: 2)
        /// The system ends processes.
        public static let critical = MemoryPressureEvent(rawValue: 4)
        /// Every state.
        public static let all: MemoryPressureEvent = [.normal, .warning, .critical]
    }

    /// Returns a source that never has an event: Linux does not tell a process, and a host ends one that exceeds its limit.
    public class func makeMemoryPressureSource(
        eventMask: MemoryPressureEvent, queue: DispatchQueue? = nil
    ) -> any DispatchSourceMemoryPressure {
        // The class that Dispatch makes for every kind of source; no input decides it.
        guard let source = makeUserDataAddSource(queue: queue) as? DispatchSource else {
            preconditionFailure("expected a source of Dispatch's only class of sources")
        }
        return source
    }
}
