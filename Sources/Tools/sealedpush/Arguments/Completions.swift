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

    /// The names of the keyrings in the folder that the command line names; none if it cannot be read.
    ///
    /// Bash expands the words that it is given as completions. A name has only `A-Z a-z 0-9 . _ -`, and files with other names
    /// are not keyrings.
    static let keyring = CompletionKind.custom { words, _, _ in
        let folder = ShellWords.keyFolder(in: words) ?? (try? ProcessArguments.keyFolder) ?? "keys"
        return (try? KeyDirectory(folder).names()) ?? []
    }
}

/// A command line as the shell hands it to a completion: each word as it was typed, with its quotes.
enum ShellWords {
    /// The value of the last `--keys`.
    static func keyFolder(in words: [String]) -> String? {
        var folder: String?
        for (index, word) in words.enumerated() {
            if word.hasPrefix("--keys=") {
                folder = String(word.dropFirst("--keys=".count))
            } else if word == "--keys" {
                // Bash hands `--keys=DIR` over as three words.
                folder = words[(index + 1)...].first { $0 != "=" }
            }
        }
        return folder.map(unquoted)
    }

    /// Removes quotes and backslashes, and replaces `~/` by the home folder; expands nothing else.
    static func unquoted(_ word: String) -> String {
        var text = ""
        var quote: Character?
        var isEscaped = false
        for character in word {
            switch character {
            case _ where isEscaped:
                text.append(character)
                isEscaped = false
            case "\\" where quote != "'": isEscaped = true
            case "'" where quote != "\"", "\"" where quote != "'": quote = quote == nil ? character : nil
            default: text.append(character)
            }
        }
        guard word.hasPrefix("~/"), let home = ProcessArguments.home else { return text }
        return home + text.dropFirst()
    }
}
