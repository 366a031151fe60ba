import Foundation

/// The command line that was built with the tests.
enum Tool {
    /// The folder that holds it: the one of the tests' own executable.
    static let folder: String = {
        let candidates = [
            URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent(), Bundle.main.bundleURL,
        ]
        let found = candidates.first {
            FileManager.default.isExecutableFile(atPath: $0.appendingPathComponent("sealedpush").path)
        }
        return (found ?? candidates[0]).path
    }()

    /// The project's folder.
    static let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path
}
