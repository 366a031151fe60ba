import Glibc

/// What the system says about an `errno`, such as "no such file or directory".
func systemMessage(_ number: Int32) -> String {
    unsafe String(cString: strerror(number)).startingSmall
}

extension String {
    /// The text with a small first letter, as all messages of this tool have it, but for names in capitals.
    var startingSmall: String {
        guard let second = dropFirst().first, second.isLowercase else { return self }
        return prefix(1).lowercased() + dropFirst()
    }
}
