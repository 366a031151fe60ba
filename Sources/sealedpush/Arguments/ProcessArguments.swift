import ArgumentParser
import Glibc

/// The arguments and the environment of the process, checked before anything interprets them.
enum ProcessArguments {
    /// The folder of keyrings that the environment names, unless it is empty.
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
    /// Swift would replace bytes that are no UTF-8, and the tool would then read or write another file than the one named.
    static func checked() throws -> [String] {
        let count = Int(CommandLine.argc)
        var arguments: [String] = []
        for index in 0..<count {
            guard let bytes = unsafe CommandLine.unsafeArgv[index] else { break }
            guard let argument = unsafe String(validatingCString: bytes) else {
                throw ValidationError(
                    "argument \(index) is not UTF-8; a file of such a name can be given as standard input")
            }
            arguments.append(argument)
        }
        return Array(arguments.dropFirst())
    }
}
