/// An activity that can be cancelled.
public protocol Cancellable {
    /// Cancels the activity.
    func cancel()
}

extension Cancellable {
    /// Keeps the activity in a collection.
    public func store<C: RangeReplaceableCollection>(in collection: inout C) where C.Element == AnyCancellable {
        collection.append(AnyCancellable(self))
    }

    /// Keeps the activity in a set.
    public func store(in set: inout Set<AnyCancellable>) { set.insert(AnyCancellable(self)) }
}

/// An activity that is cancelled when the last reference to it is gone.
public final class AnyCancellable: Cancellable, Hashable {
    private var action: (() -> Void)?

    /// Creates an activity with what cancels it.
    public init(_ cancel: @escaping () -> Void) { action = cancel }

    /// Creates an activity of another one.
    public init<C: Cancellable>(_ canceller: C) { action = canceller.cancel }

    deinit { action?() }

    /// Cancels the activity, once.
    public func cancel() {
        let action = action
        self.action = nil
        action?()
    }

    /// Whether both are the same activity.
    public static func == (lhs: AnyCancellable, rhs: AnyCancellable) -> Bool { lhs === rhs }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension AnyCancellable {
    /// Keeps the activity in a collection.
    public func store<C: RangeReplaceableCollection>(in collection: inout C) where C.Element == AnyCancellable {
        collection.append(self)
    }

    /// Keeps the activity in a set.
    public func store(in set: inout Set<AnyCancellable>) { set.insert(self) }
}
