import Dispatch
import Foundation
import Glibc
import PhoneKeychain
@_spi(Frameworks) import PhoneState
@_spi(Frameworks) import UserNotifications

/// An extension that does what the push says under "do", the worst things included.
final class Specimen: UNNotificationServiceExtension {
    private var handler: ((UNNotificationContent) -> Void)?
    private var best = UNMutableNotificationContent()
    private var order = ""

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        handler = contentHandler
        best = request.content.mutableCopy() as? UNMutableNotificationContent ?? best
        order = request.content.userInfo["do"] as? String ?? ""
        best.subtitle = "changed"
        switch order {
        case "pid": best.body = "\(getpid())"
        case "identifier": best.body = request.identifier
        case "keys":
            best.body = request.content.userInfo.keys.compactMap { $0 as? String }.sorted().joined(separator: " ")
        case "times":
            let begin = DispatchTime.now().uptimeNanoseconds
            Thread.sleep(forTimeInterval: 0.01)
            best.body = "\(begin) \(DispatchTime.now().uptimeNanoseconds)"
        case "take 100 MiB": takeMemory(100)
        case "everything": fillEverything()
        case "center": useCenter(request)
        case "remind":
            let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: false)
            UNUserNotificationCenter.current().add(
                UNNotificationRequest(identifier: "reminder", content: best, trigger: trigger))
        case "defaults": best.body = countInDefaults(request.content.userInfo["group"] as? String ?? "")
        case "log":
            print("on standard output")
            FileHandle.standardError.write(Data("on standard error\n".utf8))
        case "localized": best.body = NSString.localizedUserNotificationString(forKey: "K", arguments: ["Jane"])
        case "home": best.body = NSHomeDirectory()
        case "write to the channel":
            let text = request.content.userInfo["bytes"] as? String ?? ""
            writeToChannel(Array(Data(base64Encoded: text) ?? Data()))
        case "add an item":
            // With the default accessibility, of an unlocked phone only.
            let item: [CFString: Any] = [
                kSecClass: kSecClassGenericPassword, kSecAttrAccount: "a", kSecValueData: Data([1]),
            ]
            best.body = "\(SecItemAdd(item as CFDictionary, nil))"
        case "communicate": return communicate(request, contentHandler)
        case "deep": best.userInfo = ["deep": (0..<600).reduce("x" as Any) { inner, _ in [inner] }]
        case "huge": best.userInfo = ["huge": String(repeating: "x", count: 9 << 20)]
        case "sleep": Thread.sleep(forTimeInterval: 0.05)
        case "descriptors":
            let open = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
            best.body = open.compactMap { Int($0) }.filter { fcntl(Int32($0), F_GETFD) >= 0 }.sorted().description
        default: return misbehave()
        }
        contentHandler(best)
    }

    override func serviceExtensionTimeWillExpire() {
        switch order {
        case "late":
            best.body = "best attempt"
            handler?(best)
        case "silent": break
        case "deaf", "loop": while true { sleep(1) }
        default: break
        }
    }

    /// Removes the notification that the push names, adds one, and answers with the identifiers that are left.
    private func useCenter(_ request: UNNotificationRequest) {
        let center = UNUserNotificationCenter.current()
        center.removeDeliveredNotifications(withIdentifiers: [request.content.userInfo["remove"] as? String ?? ""])
        let content = UNMutableNotificationContent()
        content.title = "Added"
        content.userInfo = ["data": Data([1, 2, 255])]
        center.add(UNNotificationRequest(identifier: "added", content: content, trigger: nil))
        center.setBadgeCount(5)
        let answered = DispatchSemaphore(value: 0)
        nonisolated(unsafe) var identifiers: [String] = []
        center.getDeliveredNotifications { notifications in
            identifiers = notifications.map(\.request.identifier)
            answered.signal()
        }
        answered.wait()
        best.body = identifiers.joined(separator: " ")
        best.badge = nil
    }

    /// Counts in the defaults of an app group and in the extension's own.
    private func countInDefaults(_ group: String) -> String {
        let counts = [UserDefaults(suiteName: group), .standard].map { defaults in
            let count = (defaults?.integer(forKey: "count") ?? 0) + 1
            defaults?.set(count, forKey: "count")
            defaults?.synchronize()
            return "\(count)"
        }
        return counts.joined(separator: " ")
    }

    /// Donates a message and shows its sender, as the classes of Intents do.
    private func communicate(
        _ request: UNNotificationRequest, _ contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        Phone.current.change(
            .donate(
                DonatedInteraction(
                    identifier: "1", group: nil, direction: .incoming, intent: "INSendMessageIntent",
                    conversation: "conversation-1", sender: "Jane")))
        contentHandler((try? request.content.updating(from: SentMessage())) ?? request.content)
    }

    private func misbehave() {
        switch order {
        case "twice":
            handler?(best)
            best.body = "again"
            handler?(best)
        case "silent", "late": break
        case "deaf", "loop": while true {}
        case "start a child and loop":
            let line = "\(getpid()) \(startChild())\n"
            FileHandle.standardError.write(Data(line.utf8))
            while true {}
        case "answer and loop":
            handler?(best)
            while true {}
        case "abort": abort()
        case "kill": kill(getpid(), SIGKILL)
        case "trap": _ = [Int]()[best.subtitle.count]
        case "exit": exit(0)
        case "stop":
            kill(getpid(), SIGSTOP)
            while true { sleep(1) }
        case "leak": takeMemory(.max)
        case "leak at once": _ = [UInt8](repeating: 1, count: 4 << 30).count
        case "flood": flood()
        case "garbage": writeGarbage()
        case "half a message":
            writeToChannel([0, 0, 1, 0, UInt8(ascii: "{")])
            exit(0)
        case "close the channel":
            close(3)
            while true { sleep(1) }
        case "leave a child": leaveChild()
        default: handler?(best)
        }
    }

    private func fillEverything() {
        best.badge = 7
        best.sound = .criticalSoundNamed(.init("a.caf"), withAudioVolume: 0.25)
        best.threadIdentifier = "thread"
        best.categoryIdentifier = "category"
        best.launchImageName = "image"
        best.targetContentIdentifier = "target"
        best.filterCriteria = "filter"
        best.interruptionLevel = .critical
        best.relevanceScore = 0.1
        best.summaryArgument = "argument"
        best.summaryArgumentCount = 3
        best.userInfo = [
            "date": Date(timeIntervalSinceReferenceDate: 0.1), "data": Data([1, 2, 255]), "true": true, "one": 1,
            "infinite": Double.infinity, "$": ["$": "dollar"], "list": [1.5, "two", ["three": 3]],
        ]
    }

    /// Takes memory a little at a time, writes on it, and keeps it.
    private func takeMemory(_ mebibytes: Int) {
        for taken in 0..<mebibytes {
            guard let block = malloc(1 << 20) else { abort() }
            memset(block, 1, 1 << 20)
            // Slower where only a leak gets, so that a busy host has looked before the kernel refuses.
            usleep(taken < 100 ? 1000 : 50_000)
        }
    }

    /// Prints without end, and hands its content over in between.
    private func flood() {
        let line = String(repeating: "x", count: 10_000)
        for _ in 0..<2000 { print(line) }
        handler?(best)
        while true { print(line) }
    }

    private func writeGarbage() {
        writeToChannel(Array("this is no message at all".utf8))
        while true { sleep(1) }
    }

    private func writeToChannel(_ bytes: [UInt8]) {
        _ = bytes.withUnsafeBytes { write(3, $0.baseAddress, $0.count) }
    }

    /// Starts a process that keeps the channel open.
    private func startChild() -> pid_t {
        var pid: pid_t = 0
        var words: [UnsafeMutablePointer<CChar>?] = [strdup("/bin/sleep"), strdup("600"), nil]
        posix_spawn(&pid, "/bin/sleep", nil, nil, &words, nil)
        return pid
    }

    /// Starts a process that keeps the channel open, and ends.
    private func leaveChild() {
        best.body = "\(startChild())"
        handler?(best)
        Thread.sleep(forTimeInterval: 0.1)
        exit(0)
    }
}

/// A message that Jane has sent; Intents has Apple's class.
private final class SentMessage: NSObject, CommunicationProviding {
    let communication: Communication? = Communication(
        sender: "Jane", handle: "jane", picture: .data(Data([1, 2, 255])),
        conversation: "conversation-1", group: nil, recipients: [], mentionsUser: false,
        isReplyToUser: false)
}
