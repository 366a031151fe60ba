import Glibc

extension Folder {
    /// Runs a command with a real terminal as standard input, output and, unless they are wanted apart, errors.
    ///
    /// `typing` is typed piece by piece, each as soon as the terminal shows a text; each of the `signals` is sent to the job in
    /// the foreground as soon as the terminal shows its text.
    func runOnTerminal(
        _ command: String,
        columns: UInt16 = 80,
        environment: [String] = [],
        typing: [(once: String, text: String)] = [],
        signals: [(once: String, number: Int32)] = [],
        errorsApart: Bool = true,
        echoes: Bool = false
    ) throws -> Run {
        let terminal = try PseudoTerminal(columns: columns, echoes: echoes)
        let errors = try Self.anonymousFile()
        defer { close(errors) }
        let child = try Child(
            command, in: path, environment: Self.environment + environment, input: .path(terminal.path),
            output: .path(terminal.path), errors: errorsApart ? .descriptor(errors) : .path(terminal.path))
        let output = terminal.readToEnd(typing: typing, signals: signals)
        return Run(
            exitCode: try child.wait(), outputBytes: output,
            errors: String(decoding: Self.content(errors), as: UTF8.self), echoes: terminal.echoes)
    }
}

/// The two ends of a terminal that no one looks at.
private final class PseudoTerminal {
    let path: String
    private let master: Int32
    private var slave: Int32

    // Linux's own way, since glibc shows `grantpt` and its kin only to those who define `_XOPEN_SOURCE`.
    private static let setLock: UInt = 0x4004_5431
    private static let getNumber: UInt = 0x8004_5430

    init(columns: UInt16, echoes: Bool) throws {
        master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var number: Int32 = 0
        var locked: Int32 = 0
        guard master >= 0, ioctl(master, Self.setLock, &locked) == 0, ioctl(master, Self.getNumber, &number) == 0 else {
            throw Child.Failure("no pseudo-terminal")
        }
        path = "/dev/pts/\(number)"
        slave = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard slave >= 0 else { throw Child.Failure("no pseudo-terminal") }

        // Line feeds stay line feeds, and what is typed is repeated only if wanted; Ctrl-C and Ctrl-D mean what they do.
        var settings = termios()
        tcgetattr(slave, &settings)
        settings.c_oflag &= ~tcflag_t(OPOST)
        if !echoes { settings.c_lflag &= ~tcflag_t(ECHO) }
        tcsetattr(slave, TCSANOW, &settings)
        var size = winsize(ws_row: 40, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    }

    /// Whether what is typed is shown.
    var echoes: Bool {
        var settings = termios()
        return tcgetattr(master, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
    }

    deinit {
        close(master)
        if slave >= 0 { close(slave) }
    }

    /// Reads what the terminal shows until no process has it open any more.
    func readToEnd(typing: [(once: String, text: String)], signals: [(once: String, number: Int32)]) -> [UInt8] {
        close(slave)
        slave = -1
        var remaining = typing[...]
        var pending = signals[...]
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            if let next = remaining.first, String(decoding: bytes, as: UTF8.self).contains(next.once) {
                remaining = remaining.dropFirst()
                _ = write(master, next.text, next.text.utf8.count)
            }
            if let next = pending.first, String(decoding: bytes, as: UTF8.self).contains(next.once) {
                pending = pending.dropFirst()
                kill(-tcgetpgrp(master), next.number)
            }
            var wait = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
            guard poll(&wait, 1, 30_000) > 0 else { return bytes }
            let count = read(master, &chunk, chunk.count)
            guard count > 0 else { return bytes }
            bytes += chunk.prefix(count)
        }
    }
}
