/// Asks for a passphrase on the terminal itself, without echo, whatever standard input and output are.
package struct PassphrasePrompt: Sendable {
    private let path: String

    /// Asks on the terminal that controls the process.
    package init() {
        self.init(terminal: "/dev/tty")
    }

    /// Asks on another terminal, for tests.
    package init(terminal path: String) {
        self.path = path
    }

    /// Asks once, for a passphrase that opens something.
    ///
    /// Ctrl-C and other signals take effect with the echo on again.
    ///
    /// - Throws: ``KeyError`` with `noTerminal`, `wrongPassphrase` for an empty or too long one, `inputOutput`.
    package func ask(_ question: String) throws(KeyError) -> Passphrase {
        let terminal = try SilentTerminal(path: path)
        return try terminal.ask(question)
    }

    /// Asks twice, for a new passphrase.
    ///
    /// - Throws: ``KeyError`` as ``ask(_:)`` does, and with `wrongPassphrase` when the two are not the same.
    package func askForNew(_ question: String) throws(KeyError) -> Passphrase {
        let terminal = try SilentTerminal(path: path)
        let first = try terminal.ask(question)
        let second = try terminal.ask("The same again: ")
        try check(first.matches(second), .wrongPassphrase, "the two passphrases are not the same")
        return first
    }
}
