import Foundation
import KeyManagement
import PushPayload
import PushSealer
import ServiceExtension

// Starts the ready-made extension cold for one sealed push, again and again, and says what that took.
let here = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
let executable = URL(fileURLWithPath: here).deletingLastPathComponent().appending(path: "ExtensionSpecimen").path
let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
defer { try? FileManager.default.removeItem(atPath: folder) }
let directory = KeyDirectory(folder)
guard let phone = try directory.generate("phone", role: .device).primary.devicePublicKey else { exit(1) }
let sealer = try Sealer(from: directory.generate("bank", role: .provider), topic: "com.example.bank")
let payload = Payload(alert: Alert(title: "Payment received", body: "€ 240 from Jane"))
let push = try Payload(parsing: sealer.seal(payload, to: phone).body)

/// The peak resident memory of a process, in KiB, pages of files included.
func peak(of pid: Int32) -> Int {
    let status = (try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split(separator: " ").compactMap { Int($0) }.first ?? 0
}

var times: [Duration] = []
var peaks: [Int] = []
for _ in 0..<30 {
    let host = ExtensionProcessHost(executable: executable, arguments: [folder])
    let clock = ContinuousClock()
    let start = clock.now
    let delivery = await host.deliver(push)
    times.append(clock.now - start)
    guard delivery.outcome == .opened, let pid = await host.processIdentifiers.first else {
        print("not opened: \(delivery.reason.map(String.init(describing:)) ?? "no reason")")
        exit(1)
    }
    peaks.append(peak(of: pid))
    await host.shutDown()
}
times.sort()
let median = times[times.count / 2]
let worst = times[times.count - 1]
let largest = peaks.max() ?? 0
print("cold start to delivery: median \(median), worst \(worst); peak resident memory: \(largest) KiB")
exit(largest < 20 * 1024 && median < .milliseconds(50) ? 0 : 1)
