import ArgumentParser
import Glibc

/// The arguments and the environment of the process, checked before anything interprets them.
enum ProcessArguments {
    /// The folder of keyrings from the environment; nil if the variable is empty or not set.
    static var keyFolder: String? {
        get throws {
            guard let bytes = unsafe getenv("SEALEDPUSH_KEYS") else { return nil }
            guard let folder = unsafe String(validatingCString: bytes) else {
                throw ValidationError("SEALEDPUSH_KEYS is not UTF-8")
            }
            return folder.isEmpty ? nil : folder
        }
    }

    /// Returns the arguments after the program's name.
    ///
    /// Swift would replace bytes that are not UTF-8, and the tool would then read or write a different file than the
    /// named one.
    static func checked() throws -> [String] {
        let count = Int(CommandLine.argc)
        var arguments: [String] = []
        for index in 0..<count {
            guard let bytes = unsafe CommandLine.unsafeArgv[index] else { break }
            guard let argument = unsafe String(validatingCString: bytes) else {
                throw ValidationError(
                    "argument \(index) is not UTF-8; a file with such a name can be passed as standard input")
            }
            arguments.append(argument)
        }
        return withThumbprintsLast(Array(arguments.dropFirst()))
    }

    /// Moves thumbprints that begin with a dash after `--`, so that they are not parsed as options.
    ///
    /// One thumbprint in 64 begins with a dash. No option has the same length, and a thumbprint is a command's last
    /// argument.
    static func withThumbprintsLast(_ arguments: [String]) -> [String] {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        let thumbprints = arguments[..<end].filter(mayBeThumbprint)
        guard !thumbprints.isEmpty else { return arguments }
        return arguments[..<end].filter { !mayBeThumbprint($0) } + ["--"] + thumbprints + arguments[end...].dropFirst()
    }

    /// Whether the argument is a dash and 42 more characters of base64url.
    private static func mayBeThumbprint(_ argument: String) -> Bool {
        argument.utf8.count == 43 && argument.utf8.first == UInt8(ascii: "-")
            && argument.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}
