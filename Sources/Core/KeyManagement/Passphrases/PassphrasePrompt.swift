import Platform

/// Asks for a passphrase on the terminal itself, without echo, whatever standard input and output are.
package struct PassphrasePrompt: Sendable {
    private let path: String

    /// Asks on the terminal that controls the process, or on another one in tests.
    package init(terminal path: String = "/dev/tty") {
        self.path = path
    }

    /// Asks once; throws `noTerminal`, `inputOutput`, or `wrongPassphrase` for an empty or too long one.
    package func ask(_ question: String) throws(KeyError) -> Passphrase {
        try SilentTerminal(path: path).ask(question)
    }

    /// Asks twice, for a new passphrase; throws `wrongPassphrase` also when the two are not the same.
    package func askForNew(_ question: String) throws(KeyError) -> Passphrase {
        let terminal = try SilentTerminal(path: path)
        let first = try terminal.ask(question)
        let second = try terminal.ask("The same again: ")
        try check(first.matches(second), .wrongPassphrase, "the two passphrases are not the same")
        return first
    }
}

/// A terminal whose echo is off until this value goes out of scope or a signal ends or stops the process.
package struct SilentTerminal: ~Copyable {
    private let file: OpenFile
    private let slot: Int

    /// Turns the echo of an open terminal off and discards earlier input; throws `noTerminal` for another file.
    package init(_ descriptor: Int32, name: String) throws(KeyError) {
        try self.init(OpenFile(descriptor, path: name))
    }

    init(path: String) throws(KeyError) {
        let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC | O_NOCTTY)
        try check(descriptor >= 0, .noTerminal, "there is no terminal to ask for a passphrase on")
        try self.init(OpenFile(descriptor, path: path, isOwned: true))
    }

    private init(_ file: consuming OpenFile) throws(KeyError) {
        var settings = termios()
        try check(unsafe tcgetattr(file.descriptor, &settings) == 0, .noTerminal, "\(file.path) is not a terminal")
        guard let slot = EchoGuard.silence(file.descriptor, settings) else {
            throw KeyError(systemError: "the echo of \(file.path) cannot be turned off")
        }
        self.slot = slot
        self.file = file
    }

    deinit {
        EchoGuard.release(slot)
    }

    func ask(_ question: String) throws(KeyError) -> Passphrase {
        try file.write(ContiguousArray(question.utf8).span)
        defer { try? file.write(ContiguousArray("\n".utf8).span) }
        return try Passphrase(reading: file, untilLineFeed: true)
    }
}
