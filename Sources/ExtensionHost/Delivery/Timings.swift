/// The times of an extension's calls, measured on the host's clock from the start of the run.
///
/// The time of a call that did not happen is nil.
public struct Timings: Sendable, Hashable {
    /// `didReceive(_:withContentHandler:)` was called.
    public internal(set) var called: Duration?
    /// `didReceive(_:withContentHandler:)` returned.
    public internal(set) var returned: Duration?
    /// The handler was called for the first time.
    public internal(set) var answered: Duration?
    /// `serviceExtensionTimeWillExpire()` was called.
    public internal(set) var expired: Duration?
    /// `serviceExtensionTimeWillExpire()` returned.
    public internal(set) var expiryReturned: Duration?
    /// The content was settled.
    public internal(set) var settled: Duration = .zero

    init() {}
}
