import Foundation
import Platform
import Synchronization

/// A terminal (pty(7)) whose other side the test holds.
package final class PseudoTerminal: Sendable {
    /// The path for the program under test.
    package let path: String
    private let master: Int32
    /// Held open, so that what is typed before the program opens the terminal is not lost; negative once closed.
    private let slave: Mutex<Int32>

    /// Opens a terminal.
    ///
    /// Without `translatesOutput`, line feeds stay line feeds; without `echoes`, what is typed is not repeated.
    package init(columns: UInt16 = 80, translatesOutput: Bool = true, echoes: Bool = true) throws {
        master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var number: UInt32 = 0
        var isLocked: Int32 = 0
        // TIOCSPTLCK and TIOCGPTN, which Glibc's module leaves out.
        guard master >= 0, ioctl(master, 0x4004_5431, &isLocked) == 0, ioctl(master, 0x8004_5430, &number) == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        path = "/dev/pts/\(number)"
        slave = Mutex(open(path, O_RDWR | O_NOCTTY | O_CLOEXEC))
        var settings = termios()
        guard tcgetattr(master, &settings) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        if !translatesOutput { settings.c_oflag &= ~tcflag_t(OPOST) }
        if !echoes { settings.c_lflag &= ~tcflag_t(ECHO) }
        tcsetattr(master, TCSANOW, &settings)
        var size = winsize(ws_row: 40, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    }

    deinit {
        closeSlave()
        close(master)
    }

    private func closeSlave() {
        slave.withLock { slave in
            if slave >= 0 { close(slave) }
            slave = -1
        }
    }

    /// Whether what is typed is shown.
    package var echoes: Bool {
        var settings = termios()
        return tcgetattr(master, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
    }

    /// Types once the prompt has turned the echo off, as a person does, and then does something else.
    package func type(_ text: String, then next: @escaping @Sendable () -> Void = {}) {
        Thread.detachNewThread {
            while self.echoes { usleep(1000) }
            usleep(5000)
            _ = write(self.master, text, text.utf8.count)
            next()
        }
    }

    /// The text that was shown and not read yet.
    package func shown() -> String {
        var bytes: [UInt8] = []
        while let chunk = read(waiting: 0) { bytes += chunk }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Reads on a thread of its own until no process has the terminal open, or for five minutes without output.
    package func readToEnd(
        typing: [(once: String, text: String)], signals: [(once: String, number: Int32)]
    ) async throws -> [UInt8] {
        try await onOwnThread { self.readToEnd(typing: typing, signals: signals) }
    }

    /// Reads until no process has the terminal open, or for five minutes without output.
    ///
    /// Each text is typed, and each signal is sent to the foreground job, as soon as the terminal shows its `once`.
    private func readToEnd(
        typing: [(once: String, text: String)], signals: [(once: String, number: Int32)]
    ) -> [UInt8] {
        closeSlave()
        var (texts, signals) = (typing[...], signals[...])
        var bytes: [UInt8] = []
        repeat {
            let shown = String(decoding: bytes, as: UTF8.self)
            if let next = texts.first, shown.contains(next.once) {
                texts.removeFirst()
                _ = write(master, next.text, next.text.utf8.count)
            }
            if let next = signals.first, shown.contains(next.once) {
                signals.removeFirst()
                kill(-tcgetpgrp(master), next.number)
            }
            guard let chunk = read(waiting: 300_000) else { return bytes }
            bytes += chunk
        } while true
    }

    /// Reads what is there within some milliseconds; nil if there is nothing, or no process has the terminal open.
    private func read(waiting milliseconds: Int32) -> ArraySlice<UInt8>? {
        var wait = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        guard poll(&wait, 1, milliseconds) > 0 else { return nil }
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = Glibc.read(master, &chunk, chunk.count)
        return count > 0 ? chunk.prefix(count) : nil
    }
}
