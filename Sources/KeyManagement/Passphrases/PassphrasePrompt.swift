import CryptoPrimitives
import Glibc

/// Asks for a passphrase on the terminal itself, without echo, whatever standard input and output are.
public struct PassphrasePrompt: Sendable {
    private let path: String

    /// Asks on the terminal that controls the process.
    public init() {
        self.init(terminal: "/dev/tty")
    }

    /// Asks on another terminal, for tests.
    package init(terminal path: String) {
        self.path = path
    }

    /// Asks once, for a passphrase that opens something.
    ///
    /// - Throws: ``KeyError`` with `noTerminal`, `wrongPassphrase` for an empty or too long one, `interrupted` for a
    ///   Ctrl-C, once the echo is on again, `inputOutput`.
    public func ask(_ question: String) throws(KeyError) -> Passphrase {
        let terminal = try SilentTerminal(path)
        return try terminal.ask(question)
    }

    /// Asks twice, for a new passphrase.
    ///
    /// - Throws: ``KeyError`` as ``ask(_:)`` does, and with `wrongPassphrase` when the two are not the same.
    public func askForNew(_ question: String) throws(KeyError) -> Passphrase {
        let terminal = try SilentTerminal(path)
        let first = try terminal.ask(question)
        let second = try terminal.ask("The same again: ")
        guard first.matches(second) else {
            throw KeyError(.wrongPassphrase, "the two passphrases are not the same")
        }
        return first
    }
}

/// A terminal whose echo is off until it goes out of scope.
private struct SilentTerminal: ~Copyable {
    private let path: String
    private let descriptor: Int32
    private let settings: termios

    init(_ path: String) throws(KeyError) {
        let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else {
            throw KeyError(.noTerminal, "there is no terminal to ask on; give the passphrase in a file")
        }
        var settings = termios()
        guard unsafe tcgetattr(descriptor, &settings) == 0 else {
            close(descriptor)
            throw KeyError(.noTerminal, "\(path) is no terminal; give the passphrase in a file")
        }
        var silent = settings
        silent.c_lflag &= ~tcflag_t(ECHO)
        // Ctrl-C ends the line instead of the process, which would leave the terminal without echo.
        silent.c_lflag &= ~tcflag_t(ISIG)
        silent.c_lflag |= tcflag_t(ICANON)
        unsafe withUnsafeMutableBytes(of: &silent.c_cc) { unsafe $0[Int(VEOL)] = Passphrase.interruptCharacter }
        guard unsafe tcsetattr(descriptor, TCSAFLUSH, &silent) == 0 else {
            let error = KeyError(systemError: "the echo of \(path) cannot be turned off")
            close(descriptor)
            throw error
        }
        self.path = path
        self.descriptor = descriptor
        self.settings = settings
    }

    deinit {
        var settings = settings
        unsafe tcsetattr(descriptor, TCSAFLUSH, &settings)
        close(descriptor)
    }

    func ask(_ question: String) throws(KeyError) -> Passphrase {
        try show(question)
        defer { try? show("\n") }
        return try Passphrase(lineFrom: descriptor, path: path, stopsAtLineFeed: true)
    }

    private func show(_ text: String) throws(KeyError) {
        let bytes = Array(text.utf8)
        guard unsafe bytes.withUnsafeBytes({ unsafe writeFully(descriptor, $0) }) else {
            throw KeyError(systemError: "\(path) cannot be written")
        }
    }
}
