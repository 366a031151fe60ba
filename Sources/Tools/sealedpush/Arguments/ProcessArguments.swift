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
        return arguments
    }
}
