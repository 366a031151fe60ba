/// The source of the passphrases of protected keyrings; asked only when a keyring turns out to be protected.
///
/// An error of the source that is no ``KeyError`` becomes one with `locked`, without its words, which could hold a secret.
public struct PassphraseSource: Sendable {
    private enum Answer {
        case file(String)
        case direct(@Sendable (_ keyring: String) throws -> Passphrase)
        case asynchronous(@Sendable (_ keyring: String) async throws -> Passphrase)
    }

    private let answer: Answer

    /// A file or a pipe, as ``Passphrase/init(file:onWait:)`` reads it; one passphrase for all keyrings.
    ///
    /// The one source that is asked again while a keyring is followed, if it is a regular file.
    public static func file(_ path: String) -> PassphraseSource {
        PassphraseSource(answer: .file(path))
    }

    /// A function of the keyring's name; it may block, to ask a person for example.
    public static func closure(_ ask: @escaping @Sendable (_ keyring: String) throws -> Passphrase) -> PassphraseSource
    {
        PassphraseSource(answer: .direct(ask))
    }

    /// An asynchronous function of the keyring's name, such as a request to a vault or a key service.
    ///
    /// Only the asynchronous functions of a ``KeyStore`` ask it; the others throw `locked`.
    public static func asynchronous(
        _ ask: @escaping @Sendable (_ keyring: String) async throws -> Passphrase
    ) -> PassphraseSource {
        PassphraseSource(answer: .asynchronous(ask))
    }

    private init(answer: Answer) {
        self.answer = answer
    }

    /// The source for a keyring that is followed: never a function, which could wait for a person while every seal waits for it.
    ///
    /// `onDerivation` is called when a passphrase was read, from which a key is then derived.
    func whileFollowing(onDerivation: @escaping @Sendable () -> Void) -> PassphraseSource? {
        guard case .file(let path) = answer else { return nil }
        return .closure { _ in
            let passphrase = try Passphrase(file: path, isRegular: true)
            onDerivation()
            return passphrase
        }
    }

    func passphrase(of keyring: String) throws(KeyError) -> Passphrase {
        do {
            switch answer {
            case .file(let path): return try Passphrase(file: path)
            case .direct(let ask): return try ask(keyring)
            case .asynchronous:
                throw KeyError(
                    .locked,
                    "the passphrase of keyring \(keyring) has an asynchronous source, and this call is not asynchronous"
                )
            }
        } catch {
            throw KeyError(ofSource: error, for: keyring)
        }
    }

    func asynchronousPassphrase(of keyring: String) async throws(KeyError) -> Passphrase {
        do {
            guard case .asynchronous(let ask) = answer else {
                return try await blockingWork { try passphrase(of: keyring) }
            }
            return try await ask(keyring)
        } catch {
            throw KeyError(ofSource: error, for: keyring)
        }
    }
}

extension KeyError {
    fileprivate init(ofSource error: any Error, for keyring: String) {
        self = error as? KeyError ?? KeyError(.locked, "the source of the passphrase of keyring \(keyring) failed")
    }
}
