import Glibc

/// A terminal whose echo is off until this value goes out of scope.
///
/// A signal that ends or stops the process turns the echo on before it takes effect.
package struct SilentTerminal: ~Copyable {
    private let file: OpenFile
    private let slot: Int

    /// Turns the echo of an open terminal off and discards earlier input.
    ///
    /// - Throws: ``KeyError`` with `noTerminal` for a file that is not a terminal, and `inputOutput`.
    package init(_ descriptor: Int32, name: String) throws(KeyError) {
        try self.init(OpenFile(descriptor, path: name))
    }

    /// Opens a terminal and turns its echo off.
    ///
    /// - Throws: ``KeyError`` with `noTerminal` for a path that leads to no terminal, and `inputOutput`.
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

    /// Asks for a passphrase on one line.
    func ask(_ question: String) throws(KeyError) -> Passphrase {
        try file.write(question.utf8.span)
        defer { try? file.write("\n".utf8.span) }
        return try Passphrase(reading: file, untilLineFeed: true)
    }
}
