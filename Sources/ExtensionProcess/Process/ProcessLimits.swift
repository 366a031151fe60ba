/// The resource limits of an extension's process.
public struct ProcessLimits: Sendable, Hashable {
    /// The maximum private memory of the process, in bytes: 24 MiB (U16).
    ///
    /// Apple documents no number; 24 MB was seen in crash reports, 12 to 16 MB on older devices. The measure is
    /// resident memory that belongs to no file, Linux's closest equivalent of a phone's memory footprint. Pages of
    /// libraries do not count, as those of a phone's shared cache do not.
    public var memory = 24 << 20

    /// The interval between two checks of the memory: 10 milliseconds.
    ///
    /// Each message of the extension is also followed by a check.
    ///
    /// A process that grows faster can exceed the limit by far before a check, so `memoryWall` limits it as well.
    public var memoryInterval = Duration.milliseconds(10)

    /// The additional memory that the process may allocate beyond its limit, in bytes: 1 GiB.
    ///
    /// The kernel enforces it (`RLIMIT_DATA`), so an extension that grows between two checks cannot exhaust the
    /// machine's memory.
    public var memoryWall = 1 << 30

    /// The maximum number of processes (U13): 4.
    ///
    /// A process is reused as long as it takes further pushes, see `SystemPolicy.pushesAtOnce`; more pushes wait. Apple
    /// does not document the number of instances. An extension that tolerates other instances on its files here works
    /// with either.
    public var processes = 4

    /// Creates the default limits.
    public init() {}
}
