import Glibc
import KeyManagement

/// A terminal whose other side the test holds.
final class PseudoTerminal: Sendable {
    private let master: Int32
    private let slave: Int32
    let path: String

    init() throws {
        master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var isLocked: Int32 = 0
        var number: UInt32 = 0
        // TIOCSPTLCK and TIOCGPTN, which Glibc's module leaves out.
        guard master >= 0, ioctl(master, 0x4004_5431, &isLocked) == 0, ioctl(master, 0x8004_5430, &number) == 0 else {
            throw KeyError(systemCall: "open /dev/ptmx")
        }
        path = "/dev/pts/\(number)"
        // Held open, so that what is typed before the prompt comes is not lost.
        slave = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    }

    deinit {
        close(slave)
        close(master)
    }

    /// Types once the prompt has turned the echo off, as a person does, and then does something else.
    func type(_ text: String, then next: @escaping @Sendable () -> Void = {}) {
        let (master, slave) = (master, slave)
        let thread = Thread {
            var settings = termios()
            repeat { usleep(1000) } while tcgetattr(slave, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
            usleep(5000)
            _ = write(master, text, text.utf8.count)
            next()
        }
        thread.start()
    }

    /// What the prompt has shown.
    func shown() -> String {
        var buffer = [UInt8](repeating: 0, count: 4096)
        _ = fcntl(master, F_SETFL, O_NONBLOCK)
        var shown: [UInt8] = []
        while true {
            let count = read(master, &buffer, buffer.count)
            guard count > 0 else { break }
            shown += buffer[..<count]
        }
        _ = fcntl(master, F_SETFL, 0)
        return String(decoding: shown, as: UTF8.self)
    }

    var echoes: Bool {
        var settings = termios()
        return tcgetattr(slave, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
    }
}

/// A thread of its own, since the prompt blocks the one that asks.
private struct Thread {
    let body: @Sendable () -> Void

    func start() {
        final class Box: Sendable {
            let body: @Sendable () -> Void
            init(_ body: @escaping @Sendable () -> Void) { self.body = body }
        }
        var thread = pthread_t()
        let box = Unmanaged.passRetained(Box(body))
        pthread_create(
            &thread, nil,
            { argument in
                if let argument { Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body() }
                return nil
            }, box.toOpaque())
        pthread_detach(thread)
    }
}
