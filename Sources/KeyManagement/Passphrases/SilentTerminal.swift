import Glibc

/// A terminal whose echo is off until this value goes out of scope.
///
/// A signal that ends or stops the process turns the echo on before it takes effect.
package struct SilentTerminal: ~Copyable {
    let descriptor: Int32
    private let isOwned: Bool
    private let slot: Int

    /// Turns the echo of an open terminal off and discards earlier input.
    ///
    /// - Throws: ``KeyError`` with `noTerminal` for a file that is not a terminal, and `inputOutput`.
    package init(_ descriptor: Int32, name: String) throws(KeyError) {
        slot = try Self.silence(descriptor, name: name)
        self.descriptor = descriptor
        isOwned = false
    }

    /// Opens a terminal and turns its echo off.
    ///
    /// - Throws: ``KeyError`` with `noTerminal` for a path that leads to no terminal, and `inputOutput`.
    init(path: String) throws(KeyError) {
        let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw KeyError(.noTerminal, "there is no terminal to ask for a passphrase on") }
        do throws(KeyError) {
            slot = try Self.silence(descriptor, name: path)
        } catch {
            close(descriptor)
            throw error
        }
        self.descriptor = descriptor
        isOwned = true
    }

    deinit {
        EchoGuard.release(slot)
        if isOwned { close(descriptor) }
    }

    private static func silence(_ descriptor: Int32, name: String) throws(KeyError) -> Int {
        var settings = termios()
        guard unsafe tcgetattr(descriptor, &settings) == 0 else {
            throw KeyError(.noTerminal, "\(name) is not a terminal")
        }
        guard let slot = EchoGuard.silence(descriptor, settings) else {
            throw KeyError(systemError: "the echo of \(name) cannot be turned off")
        }
        return slot
    }
}
