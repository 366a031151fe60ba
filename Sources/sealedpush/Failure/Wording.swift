import Glibc

/// Returns the system's description of an `errno`, such as "no such file or directory".
func systemMessage(_ number: Int32) -> String {
    unsafe String(cString: strerror(number)).startingSmall
}

extension String {
    /// The text quoted as one word of a shell.
    var quotedForShell: String {
        let isPlain =
            !isEmpty && !hasPrefix("-")
            && unicodeScalars.allSatisfy {
                "+,./:=@_-".unicodeScalars.contains($0)
                    || ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0)
            }
        return isPlain ? self : "'\(replacing("'", with: "'\\''"))'"
    }

    /// The text with a lower-case first letter, unless the first word is in capitals.
    var startingSmall: String {
        guard let second = dropFirst().first, second.isLowercase else { return self }
        return prefix(1).lowercased() + dropFirst()
    }
}
