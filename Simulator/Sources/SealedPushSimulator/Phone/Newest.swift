/// The newest elements of a sequence that is numbered from 1.
struct Newest<Element: Sendable>: Sendable {
    /// The number of elements that were appended.
    private(set) var count = 0
    private var kept: [Element] = []
    private let capacity: Int

    /// Creates an empty sequence that keeps at least `capacity` elements, and less than twice as many.
    init(capacity: Int) {
        self.capacity = capacity
    }

    /// The elements that are kept, oldest first.
    var elements: ArraySlice<Element> { kept.suffix(capacity) }

    mutating func append(_ element: Element) {
        count += 1
        kept.append(element)
        if kept.count == 2 * capacity { kept.removeFirst(capacity) }
    }

    /// The element of a number; nil if there is none yet, or if it is no longer kept.
    subscript(number: Int) -> Element? {
        let index = number - (count - kept.count) - 1
        return kept.indices.contains(index) ? kept[index] : nil
    }
}
