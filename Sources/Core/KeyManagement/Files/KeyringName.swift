import StrictJSON

/// The name of a keyring in a folder, and the files that belong to it.
struct KeyringName: Sendable {
    let folder: String
    /// 1 to 64 of `A-Z a-z 0-9 . _ -`, starting with none of `.` and `-`.
    let name: UTF8Text

    static let secretEnding = ".jwks"
    static let publicEnding = ".pub.jwks"
    private static let logEnding = ".log"

    var secretFile: String { name.string + Self.secretEnding }
    var publicFile: String { name.string + Self.publicEnding }
    var logFile: String { name.string + Self.logEnding }

    /// Takes a name in a folder; throws `invalidName` for a path, too: a name may come from outside, an account for example.
    init(_ name: UTF8Text, in folder: String) throws(KeyError) {
        try check(!folder.utf8.contains(0), .invalidName, "a path holds no zero byte")
        try check(
            Self.isValid(name), .invalidName,
            "a keyring's name has 1 to 64 of A-Z a-z 0-9 . _ -, starts with none of . and -, and ends in none of .pub and .log"
        )
        (self.folder, self.name) = (folder, name)
    }

    /// The name of the keyring that a file of this name belongs to, or nil where it belongs to none.
    static func name(of file: String) -> UTF8Text? {
        guard let ending = [publicEnding, secretEnding].first(where: file.hasByteSuffix) else { return nil }
        let name = UTF8Text(String(decoding: file.utf8.dropLast(ending.utf8.count), as: UTF8.self))
        return isValid(name) ? name : nil
    }

    /// `x.pub` would have the public file of `x` as its own secret one, and a file `x.log` would be the log of `x`.
    private static let reservedEndings = [".pub", logEnding]

    private static let alphabet = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-".utf8)

    private static func isValid(_ name: UTF8Text) -> Bool {
        let bytes = name.string.utf8
        return (1...64).contains(bytes.count) && bytes.allSatisfy(alphabet.contains)
            && bytes.first != UInt8(ascii: ".") && bytes.first != UInt8(ascii: "-")
            && !reservedEndings.contains(where: name.string.hasByteSuffix)
    }
}
