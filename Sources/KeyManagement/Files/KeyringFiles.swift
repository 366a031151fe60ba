import CryptoPrimitives
import Glibc

/// The new contents of a keyring's files, which are replaced together.
struct KeyringFiles {
    /// A file of a keyring.
    struct File {
        let name: String
        let content: Content
        let mode: mode_t
    }

    /// The new content of a file.
    enum Content {
        case text(SecretMemory)
        /// The file's present content, and a line for each event behind it.
        case appended([KeyEvent])
    }

    /// The file with the secrets, or the public file of a keyring without any.
    let main: File
    /// The public file of a keyring with secrets, and the log.
    let followers: [File]

    /// Makes the contents for a keyring.
    ///
    /// A file that was named by a path, with an ending of its own, has no public file beside it.
    init(of keyring: Keyring, named name: KeyringName) throws(KeyError) {
        let file = name.otherFile ?? (keyring.isSecret ? name.secretFile : name.publicFile)
        main = File(
            name: file, content: .text(try keyring.text().memory), mode: keyring.isSecret ? 0o600 : 0o644)
        var followers: [File] = []
        if keyring.role != .shared, file == name.secretFile {
            followers.append(
                File(name: name.publicFile, content: .text(try keyring.publicHalf().text().memory), mode: 0o644))
        }
        if !keyring.unsavedEvents.isEmpty {
            followers.append(File(name: name.logFile, content: .appended(keyring.unsavedEvents), mode: 0o600))
        }
        self.followers = followers
    }
}
