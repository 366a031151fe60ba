import KeyManagement
import Platform

/// Asks for passphrases on the terminal itself, without echo, whatever standard input and output are.
struct PassphrasePrompt {
    /// The terminal that controls the process, or another one in tests.
    var path = "/dev/tty"

    /// Asks once; throws `noTerminal`, `inputOutput`, or `wrongPassphrase` for an empty or too long one.
    func ask(_ question: String) throws(KeyError) -> Passphrase {
        try SilentTerminal(path: path).ask(question)
    }

    /// Asks twice, for a new passphrase; throws `wrongPassphrase` also if the two differ.
    func askForNew(_ question: String) throws(KeyError) -> Passphrase {
        let terminal = try SilentTerminal(path: path)
        let first = try terminal.ask(question)
        guard first.matches(try terminal.ask("The same again: ")) else {
            throw KeyError(.wrongPassphrase, "the two passphrases are not the same")
        }
        return first
    }
}

/// A terminal whose echo is off until this value goes out of scope or a signal ends the process.
///
/// After Ctrl-Z the echo is what the shell sets.
struct SilentTerminal: ~Copyable {
    private let descriptor: Int32
    private let name: String
    private let isOwned: Bool

    /// Opens a terminal and turns its echo off.
    init(path: String) throws(KeyError) {
        let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw KeyError(.noTerminal, "there is no terminal to ask for a passphrase on") }
        try self.init(descriptor, name: path, isOwned: true)
    }

    /// Turns the echo of an open terminal off and discards earlier input; throws `noTerminal` for another file.
    init(_ descriptor: Int32, name: String, isOwned: Bool = false) throws(KeyError) {
        var settings = termios()
        guard unsafe tcgetattr(descriptor, &settings) == 0 else {
            throw KeyError(.noTerminal, "\(name) is not a terminal")
        }
        guard Interruption.silence(descriptor, settings) else {
            throw KeyError(.inputOutput, "the echo of \(name) cannot be turned off: \(systemMessage(errno))")
        }
        (self.descriptor, self.name, self.isOwned) = (descriptor, name, isOwned)
    }

    deinit {
        Interruption.restoreEcho()
        if isOwned { close(descriptor) }
    }

    func ask(_ question: String) throws(KeyError) -> Passphrase {
        guard write(question) else { throw KeyError(.inputOutput, "\(name) cannot be written") }
        defer { _ = write("\n") }
        return try Passphrase(lineOf: descriptor, name: name)
    }

    private func write(_ text: String) -> Bool {
        writeAll(ContiguousArray(text.utf8).span, to: descriptor) == 0
    }
}
