public import Foundation

extension NSPredicate {
    /// Creates a predicate that cannot be evaluated: a format needs key-value coding, which Linux does not have.
    ///
    /// Code that passes predicates to a database compiles, and a stand-in for that database decides about them. Evaluating one stops
    /// the program with a message that has the format: an answer could only be wrong. Foundation's own initializer is not
    /// available on Linux.
    public convenience init(format predicateFormat: String, _ arguments: any CVarArg...) {
        self.init { _, _ in
            // Reached by the app's own call only; the format is the app's text.
            fatalError("NSPredicate(format: \"\(predicateFormat)\") cannot be evaluated on Linux: no key-value coding")
        }
    }
}
