extension Array {
    /// All elements: the span of a slice exists since iOS 12.2 and macOS 10.14.4, that of an array since iOS 26 and macOS 26.
    @inlinable package var slice: ArraySlice<Element> { self[...] }

    /// The elements from an index on.
    func slice(from start: Int) -> ArraySlice<Element> { self[start...] }
}
