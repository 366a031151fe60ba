import ArgumentParser
import Platform

/// The arguments and the environment of the process, checked before anything interprets them.
enum ProcessArguments {
    static var keyFolder: String? {
        get throws {
            guard let bytes = unsafe getenv("SEALEDPUSH_KEYS") else { return nil }
            guard let folder = unsafe String(validatingCString: bytes) else {
                throw ValidationError("SEALEDPUSH_KEYS is not UTF-8")
            }
            return folder.isEmpty ? nil : folder
        }
    }

    /// The user's home folder, if the environment names one.
    static var home: String? { unsafe getenv("HOME").flatMap { unsafe String(validatingCString: $0) } }

    /// Whether a shell's completion script started the tool.
    static var isCompletion: Bool { CommandLine.arguments.dropFirst().first == "---completion" }

    /// Returns the arguments after the program's name.
    ///
    /// Swift would replace bytes that are not UTF-8, and the tool would then read or write a different file than the
    /// named one. A completion opens no such file.
    static func checked() throws -> [String] {
        if isCompletion { return Array(CommandLine.arguments.dropFirst()) }
        var arguments: [String] = []
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let bytes = unsafe CommandLine.unsafeArgv[index] else { break }
            guard let argument = unsafe String(validatingCString: bytes) else {
                throw ValidationError(
                    "argument \(index) is not UTF-8; a file with such a name can be passed as standard input")
            }
            arguments.append(argument)
        }
        return withThumbprintsLast(arguments)
    }

    /// Moves thumbprints that begin with a dash after `--`, so that they are not parsed as options.
    ///
    /// A thumbprint is 43 characters of base64url, of which one in 64 begins with a dash. No option has the same length,
    /// and a thumbprint is a command's last argument.
    static func withThumbprintsLast(_ arguments: [String]) -> [String] {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        let isThumbprint = { (argument: String) in argument.wholeMatch(of: /-[A-Za-z0-9_-]{42}/) != nil }
        let thumbprints = arguments[..<end].filter(isThumbprint)
        guard !thumbprints.isEmpty else { return arguments }
        return arguments[..<end].filter { !isThumbprint($0) } + ["--"] + thumbprints + arguments[end...].dropFirst()
    }
}
