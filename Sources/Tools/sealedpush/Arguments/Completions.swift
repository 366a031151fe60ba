import ArgumentParser
import KeyManagement
import PushPayload
import RoundTrip
import SealedEnvelope

/// The values that a shell's completion offers; the shell starts the tool for names of keyrings.
extension CompletionKind {
    static let role = CompletionKind.list(KeyRole.allCases.map(\.rawValue))
    static let suite = CompletionKind.list(SealingSuite.allCases.map(\.name))
    static let pushType = CompletionKind.list(PushType.documented.map(\.rawValue))
    static let form = CompletionKind.list(KeyForm.allCases.map(\.rawValue))
    static let law = CompletionKind.list(Law.allCases.map(\.rawValue))

    /// The names of the keyrings in the folder that the command line names, without quotes; none if it cannot be read.
    ///
    /// Bash expands the words that it is given as completions. A name has only `A-Z a-z 0-9 . _ -`, and files with other names
    /// are not keyrings.
    static let keyring = CompletionKind.custom { words, _, _ in
        // Bash hands `--keys=DIR` over as three words.
        let words = words.flatMap { $0.split(separator: "=", maxSplits: 1).map(String.init) }
        let typed = words.lastIndex(of: "--keys").flatMap { words.dropFirst($0 + 1).first }
        return (try? KeyDirectory(option: typed).names().map(\.string)) ?? []
    }
}

extension Option where Value == String? {
    /// An option that names a file.
    init(file help: String) {
        self.init(help: ArgumentHelp(help, valueName: "file"), completion: .file())
    }

    /// An option that names a folder.
    init(folder help: String) {
        self.init(help: ArgumentHelp(help, valueName: "dir"), completion: .directory)
    }
}
