import CryptoPrimitives
import Glibc

/// The files that a keyring becomes, in the order in which they are to be written.
struct KeyringFiles {
    /// A file of a keyring.
    struct File {
        let name: String
        let text: SecretMemory
        let mode: mode_t
    }

    /// One file, or two: a process may be killed between them.
    ///
    /// Whoever reads must know a key before anyone writes with it. A device opens with the secret half, so its secret file
    /// comes first; a provider's pushes are verified with the public half, so its public file comes first.
    let inOrder: [File]

    /// Makes the texts of a keyring.
    ///
    /// A file that was named by a path, with an ending of its own, is the only one.
    init(of keyring: Keyring, named name: KeyringName) throws(KeyError) {
        guard keyring.isSecret else {
            inOrder = [
                File(name: name.file ?? name.publicFile, text: try keyring.text().memory, mode: 0o644)
            ]
            return
        }
        let secretFile = File(name: name.file ?? name.secretFile, text: try keyring.text().memory, mode: 0o600)
        guard keyring.role != .shared, secretFile.name == name.secretFile else {
            inOrder = [secretFile]
            return
        }
        let publicFile = File(
            name: name.publicFile, text: try keyring.publicHalf().text().memory, mode: 0o644)
        inOrder = keyring.role == .provider ? [publicFile, secretFile] : [secretFile, publicFile]
    }
}
