import ExtensionHost
import Foundation
import Glibc
import PushOpener
import PushPayload
import Synchronization
public import UserNotifications

/// The extension's side of an `ExtensionProcessHost`, called by the executable that the host starts.
///
///     @main struct Main {
///         static func main() { ExtensionProcess.serve { NotificationService() } }
///     }
public enum ExtensionProcess {
    /// The descriptor of the host's channel.
    static let descriptor: Int32 = 3

    /// The environment variable with the process's limit of data, in bytes.
    static let wallVariable = "SEALEDPUSH_EXTENSION_DATA_LIMIT"

    /// Calls extensions for the pushes that the host sends, each on threads of its own, until the host closes the
    /// channel.
    ///
    /// Standard output and standard error belong to the extension; the host reads and discards them. Without a host the
    /// process ends with exit code 64.
    ///
    /// - Parameter makeExtension: creates an extension object for each push.
    public static func serve(_ makeExtension: @escaping @Sendable () -> UNNotificationServiceExtension) -> Never {
        var kind = stat()
        guard unsafe fstat(descriptor, &kind) == 0, kind.st_mode & S_IFMT == S_IFSOCK else {
            FileHandle.standardError.write(
                Data("This is a service extension; an ExtensionProcessHost starts it.\n".utf8))
            exit(64)
        }
        wallIn()
        let server = ExtensionServer(channel: Channel(descriptor), make: makeExtension)
        var frames = Frames()
        while let bytes = server.channel.receive(waiting: true), !bytes.isEmpty {
            frames.take(bytes)
            while let message = try? frames.next() {
                HostMessage(wire: message).map(server.take)
            }
        }
        // Not exit(): exit handlers of an extension that hangs could keep the process alive.
        _exit(0)
    }

    /// Sets the limits that the kernel enforces: the data limit of the host, and no core files.
    private static func wallIn() {
        var core = rlimit(rlim_cur: 0, rlim_max: 0)
        _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &core)
        guard let bytes = ProcessInfo.processInfo.environment[wallVariable].flatMap({ rlim_t($0) }) else { return }
        var data = rlimit(rlim_cur: bytes, rlim_max: bytes)
        _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &data)
    }
}

/// The pushes that one process is running.
private struct ExtensionServer: Sendable {
    let channel: Channel
    let make: @Sendable () -> UNNotificationServiceExtension

    private let sites = Sites()

    private final class Sites: Sendable {
        let byNumber = Mutex<[Int: Call]>([:])
    }

    /// A called extension, with the closure that reports its events to the host.
    private struct Call {
        let site: InProcessSite
        let report: @Sendable (RunEvent) -> Void
    }

    init(channel: Channel, make: @escaping @Sendable () -> UNNotificationServiceExtension) {
        self.channel = channel
        self.make = make
    }

    func take(_ message: HostMessage) {
        switch message {
        case .push(let push):
            let call = call(push)
            sites.byNumber.withLock { $0[push.number] = call }
            call.site.call(report: call.report)
        case .expire(let number):
            guard let call = sites.byNumber.withLock({ $0[number] }) else { return }
            call.site.callExpiry(report: call.report)
        case .forget(let number): sites.byNumber.withLock { $0[number] = nil }
        }
    }

    private func call(_ push: HostMessage.Push) -> Call {
        var policy = SystemPolicy()
        policy.wasUnlocked = push.wasUnlocked
        policy.userInfoHasAPS = push.userInfoHasAPS
        let judge = Judge(push: HostedPush(push.payload, texts: push.texts, policy: policy), policy: policy)
        let site = InProcessSite(judge: judge, identifier: push.identifier, make: make)
        return Call(site: site) { [channel, hosted = site.hosted] event in
            let message = ExtensionMessage(push.number, event, service: summary(of: hosted, push.payload))
            if let bytes = Frames.bytes(of: message.wire) {
                channel.send(bytes)
            } else if case .answered(let content) = event {
                // Only a `userInfo` set by the extension can exceed a message's size or depth.
                let kept = content.keepingUserInfo(of: judge.push.original)
                let message = ExtensionMessage(push.number, .answered(kept), service: message.service)
                Frames.bytes(of: message.wire).map { _ = channel.send($0) }
            }
        }
    }

    /// Returns the report of a sealed service.
    ///
    /// Before the service has one, it tells whether there is an envelope, in case the service never continues.
    private func summary(of hosted: HostedExtension, _ payload: Payload) -> ServiceSummary? {
        if let report = hosted.report { return ServiceSummary(report) }
        guard let service = hosted.object as? SealedNotificationService else { return nil }
        let isSealed = payload.root[service.policy.envelopeKey] != nil
        return ServiceSummary(seal: isSealed ? .closed : .plain, stages: [])
    }
}
