import Foundation
import Glibc
import PhoneState
import PushOpener
import PushPayload
import StrictJSON
import Synchronization
public import UserNotifications

/// The extension's side of an `ExtensionProcessHost`, called by the executable that the host starts.
///
///     @main struct Main {
///         static func main() { ExtensionProcess.serve { NotificationService() } }
///     }
public enum ExtensionProcess {
    static let descriptor: Int32 = 3

    /// The environment variable with the process's limit of data, in bytes.
    static let dataLimitVariable = "SEALEDPUSH_EXTENSION_DATA_LIMIT"

    /// Calls extensions for the pushes that the host sends, each on threads of its own, until the host closes the
    /// channel.
    ///
    /// Standard output and standard error belong to the extension; the host discards them, and passes standard error on if it is
    /// told to. After the end of the host, the process ends with the processes that it started. Without a host the
    /// process ends with exit code 64, after an invalid message of the host with 65.
    public static func serve(_ makeExtension: @escaping @Sendable () -> UNNotificationServiceExtension) -> Never {
        var kind = stat()
        guard unsafe fstat(descriptor, &kind) == 0, kind.st_mode & S_IFMT == S_IFSOCK else {
            end("This is a service extension; an ExtensionProcessHost starts it.", code: 64)
        }
        setLimits()
        let server = ExtensionServer(channel: Channel(descriptor), make: makeExtension)
        Phone.shared = server.phone.phone
        var frames = Frames()
        while let bytes = server.channel.receive(waiting: true), !bytes.isEmpty {
            frames.take(bytes)
            do {
                while let message = try frames.next(HostMessage.self) { server.take(message) }
            } catch {
                end("The host's channel carries an invalid message.", code: 65)
            }
        }
        // The host has ended, perhaps by a signal. The group is that of this process and of those that it started.
        if getpgrp() == getpid() { _ = kill(0, SIGKILL) }
        _exit(0)
    }

    /// Ends the process, not by `exit`: exit handlers of an extension that hangs could keep it alive.
    private static func end(_ message: String, code: Int32) -> Never {
        FileHandle.standardError.write(Data("\(message)\n".utf8))
        _exit(code)
    }

    /// Sets the limits that the kernel enforces: the data limit of the host, and no core files.
    private static func setLimits() {
        var core = rlimit(rlim_cur: 0, rlim_max: 0)
        _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &core)
        guard let bytes = ProcessInfo.processInfo.environment[dataLimitVariable].flatMap({ rlim_t($0) }) else { return }
        var data = rlimit(rlim_cur: bytes, rlim_max: bytes)
        _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &data)
    }
}

/// The pushes that one process is running.
private final class ExtensionServer: Sendable {
    let channel: Channel
    let phone: PhoneConnection
    private let make: @Sendable () -> UNNotificationServiceExtension
    private let calls = Mutex<[Int: (call: InProcessCall, report: @Sendable (RunEvent) -> Void)]>([:])

    init(channel: Channel, make: @escaping @Sendable () -> UNNotificationServiceExtension) {
        self.channel = channel
        phone = PhoneConnection(channel)
        self.make = make
    }

    func take(_ message: HostMessage) {
        switch message {
        case .push(let push): begin(push)
        case .expire(let number):
            guard let (call, report) = calls.withLock({ $0[number] }) else { return }
            call.expire(report: report)
        case .forget(let number): calls.withLock { $0[number] = nil }
        case .phone(let number, let reply): phone.take(reply, to: number)
        }
    }

    private func begin(_ push: HostMessage.Push) {
        let call = InProcessCall(identifier: push.identifier, original: push.original, phone: .shared, make: make)
        // Weak, because an extension may keep its handler.
        let report: @Sendable (RunEvent) -> Void = { [channel, weak call] event in
            let service = call.flatMap { Self.summary(of: $0, push) }
            // The other events are the host's own.
            guard case .of(let event) = event else { return }
            func bytes(of event: ExtensionEvent) -> [UInt8]? {
                Frames.bytes(of: ExtensionMessage.event(number: push.number, event, service: service))
            }
            if let bytes = bytes(of: event) {
                channel.send(bytes)
            } else if case .answered(let content) = event {
                // Only a `userInfo` set by the extension can exceed a message's size.
                bytes(of: .answered(content.keepingUserInfo(of: push.original))).map { channel.send($0) }
            }
        }
        calls.withLock { $0[push.number] = (call, report) }
        call.start(report: report)
    }

    /// Returns the report of a sealed service, or before it has one, whether there is an envelope.
    private static func summary(of call: InProcessCall, _ push: HostMessage.Push) -> ServiceSummary? {
        if let service = call.service { return service.summary }
        guard let service = call.object as? SealedNotificationService else { return nil }
        let isSealed = push.original.userInfo.reported.objectValue?[service.policy.envelopeKey] != nil
        return ServiceSummary(isSealed ? .closed : .plain)
    }
}
