import Glibc

/// A folder of keyrings: `NAME.jwks` holds secrets (mode 0600), `NAME.pub.jwks` the public halves.
public struct KeyDirectory: Sendable {
    /// The folder's path.
    public let path: String

    /// Names a folder; nothing is read yet.
    public init(_ path: String) {
        self.path = path
    }

    /// Loads the keyring of a name, or of a path where the argument holds a slash, with its secrets where it has any.
    ///
    /// - Throws: ``KeyError`` with `notFound`, `malformed`, `invalidKey`, `insecurePermissions` and others.
    public func keyring(_ name: String) throws(KeyError) -> Keyring {
        try load(name, endings: [Self.secretEnding, Self.publicEnding])
    }

    /// Loads the keyring of a name or a path, preferring the public halves where both files are there.
    ///
    /// - Throws: ``KeyError`` as ``keyring(_:)`` does.
    public func publicKeyring(_ name: String) throws(KeyError) -> Keyring {
        let keyring = try load(name, endings: [Self.publicEnding, Self.secretEnding])
        return keyring.role == .shared ? keyring : try keyring.publicHalf()
    }

    /// The names of the keyrings in the folder, sorted.
    ///
    /// - Throws: ``KeyError`` with `notFound` or `inputOutput`.
    public func names() throws(KeyError) -> [String] {
        guard let directory = unsafe opendir(path) else {
            throw errno == ENOENT
                ? KeyError(.notFound, "there is no folder \(path)")
                : KeyError(.inputOutput, unsafe "\(path) cannot be listed: \(String(cString: strerror(errno)))")
        }
        defer { unsafe closedir(directory) }
        var names: Set<String> = []
        while let entry = unsafe readdir(directory) {
            let file = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            for ending in [Self.publicEnding, Self.secretEnding] where file.hasSuffix(ending) {
                let name = String(file.dropLast(ending.count))
                if Self.isValid(name) { names.insert(name) }
                break
            }
        }
        return names.sorted()
    }

    /// Makes a keyring with one new key and writes its files; nothing is ever overwritten.
    ///
    /// The folder is made with mode 0700 if it is not there.
    ///
    /// - Throws: ``KeyError`` with `invalidName`, `alreadyExists`, `inputOutput` or `unavailable`; then no file is left.
    @discardableResult
    public func generate(_ name: String, role: KeyRole, clock: WallClock = .system) throws(KeyError) -> Keyring {
        guard Self.isValid(name) else {
            throw KeyError(
                .invalidName,
                "a keyring's name has 1 to 64 of A-Z a-z 0-9 . _ - and starts with none of . and -")
        }
        let secretFile = KeyFile(path: "\(path)/\(name)\(Self.secretEnding)")
        let publicFile = KeyFile(path: "\(path)/\(name)\(Self.publicEnding)")
        for file in [secretFile, publicFile] where file.exists {
            throw KeyError(.alreadyExists, "\(file.path) exists and is not overwritten")
        }
        if unsafe mkdir(path, 0o700) != 0, errno != EEXIST {
            throw KeyError(.inputOutput, unsafe "\(path) cannot be made: \(String(cString: strerror(errno)))")
        }
        let keyring = try Keyring.generate(name: name, role: role, clock: clock)
        try secretFile.create(KeySetWriter.write(keyring), mode: 0o600)
        if role != .shared {
            do throws(KeyError) {
                try publicFile.create(KeySetWriter.write(keyring.publicHalf()), mode: 0o644)
            } catch {
                secretFile.remove()
                throw error
            }
        }
        return keyring
    }

    private static let secretEnding = ".jwks"
    private static let publicEnding = ".pub.jwks"

    private func load(_ name: String, endings: [String]) throws(KeyError) -> Keyring {
        guard !name.contains("/") else { return try load(KeyFile(path: name)) }
        guard Self.isValid(name) else {
            throw KeyError(.invalidName, "\(name) is neither the name of a keyring nor a path with a slash in it")
        }
        let files = endings.map { KeyFile(path: "\(path)/\(name)\($0)") }
        guard let file = files.first(where: \.exists) else {
            throw KeyError(.notFound, "there is no keyring \(name) in \(path)")
        }
        return try load(file)
    }

    private func load(_ file: KeyFile) throws(KeyError) -> Keyring {
        let content = try file.read()
        let keyring = try KeySetReader.read(content.text, name: Self.name(of: file.path))
        if keyring.isSecret {
            try content.requireSecrecy(isPublished: keyring.isDemonstration, path: file.path)
        }
        return keyring
    }

    /// The name inside a path.
    private static func name(of path: String) -> String {
        let file = path.split(separator: "/").last.map(String.init) ?? path
        for ending in [publicEnding, secretEnding] where file.hasSuffix(ending) {
            return String(file.dropLast(ending.count))
        }
        return file
    }

    private static func isValid(_ name: String) -> Bool {
        guard (1...64).contains(name.utf8.count), let first = name.utf8.first else { return false }
        guard first != UInt8(ascii: "."), first != UInt8(ascii: "-") else { return false }
        return name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"): true
            default: false
            }
        }
    }
}
