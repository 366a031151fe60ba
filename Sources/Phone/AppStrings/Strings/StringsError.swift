/// A file of strings that cannot be read, with the reason and, where known, the line.
struct StringsError: Error {
    let reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}
