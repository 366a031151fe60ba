/// The source of the passphrases of protected keyrings; asked only when a keyring turns out to be protected.
///
/// An error of the source that is no ``KeyError`` becomes one with `locked`, without its words, which could hold a secret.
public struct PassphraseSource: Sendable {
    /// The path of a file, which is read again while a keyring is followed.
    private let path: String?
    private let ask: @Sendable (_ keyring: String) throws -> Passphrase

    /// A file or a pipe, as ``Passphrase/init(file:onWait:)`` reads it; one passphrase for all keyrings.
    ///
    /// The one source that is asked again while a keyring is followed, if it is a regular file.
    public static func file(_ path: String) -> PassphraseSource {
        PassphraseSource(path: path) { _ in try Passphrase(file: path) }
    }

    /// A function of the keyring's name; it may block, to ask a person for example.
    ///
    /// A passphrase of a vault or a key service is fetched before.
    public static func closure(_ ask: @escaping @Sendable (_ keyring: String) throws -> Passphrase) -> PassphraseSource
    {
        PassphraseSource(path: nil, ask: ask)
    }

    /// The source for a keyring that is followed: never a function, which could wait for a person while every seal waits for it.
    var whileFollowing: PassphraseSource? {
        path.map { path in .closure { _ in try Passphrase(file: path, isRegular: true) } }
    }

    func passphrase(of keyring: String) throws(KeyError) -> Passphrase {
        do {
            return try ask(keyring)
        } catch {
            throw error as? KeyError ?? KeyError(.locked, "the source of the passphrase of keyring \(keyring) failed")
        }
    }
}
