/// What an extension's process may take.
public struct ProcessLimits: Sendable, Hashable {
    /// How much memory of its own the process may have, in bytes: 24 MiB (U16).
    ///
    /// Apple documents no number; 24 MB was seen in crash reports, 12 to 16 MB on older devices. What is counted is
    /// resident memory that belongs to no file, Linux's nearest to the footprint that a phone counts: pages of libraries
    /// do not count, as those of a phone's shared cache do not.
    public var memory = 24 << 20

    /// How often the memory is looked at, besides whenever the extension says something: every 10 milliseconds.
    ///
    /// A process that grows faster is seen only when it is well above the limit, so there is a wall behind it, see
    /// `memoryWall`.
    public var memoryInterval = Duration.milliseconds(10)

    /// How much more memory than its limit the process may ask for in one go, in bytes: 1 GiB.
    ///
    /// The kernel refuses what is beyond it (`RLIMIT_DATA`), so that an extension that grows between two looks cannot
    /// take the machine with it.
    public var memoryWall = 1 << 30

    /// How many processes there are at most (U13): 4.
    ///
    /// One is reused as long as it has room, see `SystemPolicy.pushesAtOnce`; more pushes wait for their turn. Apple does not say how many instances run; an extension that shares its files with others here survives both.
    public var processes = 4

    /// Makes the limits described at each.
    public init() {}
}
