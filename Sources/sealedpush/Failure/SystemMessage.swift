import Glibc

/// What the system says about an `errno`, such as "no such file or directory".
func systemMessage(_ number: Int32) -> String {
    let text = unsafe String(cString: strerror(number))
    // The first letter small, as all messages of this tool are, but for words like "RPC".
    guard let second = text.dropFirst().first, second.isLowercase else { return text }
    return text.prefix(1).lowercased() + text.dropFirst()
}
