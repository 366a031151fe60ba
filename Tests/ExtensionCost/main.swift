import CryptoPrimitives
import ExtensionHost
import Foundation
import KeyManagement
import PushPayload
import PushSealer
import UserNotifications

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

/// The processor time of all processes that were started here and have ended.
func processorTime() -> Duration {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    return .microseconds(
        (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1_000_000 + usage.ru_utime.tv_usec + usage.ru_stime.tv_usec)
}

/// The processor time of a process that has not ended.
func processorTime(of pid: Int32) -> Duration {
    var (clock, time) = (clockid_t(), timespec())
    guard clock_getcpuclockid(pid, &clock) == 0, clock_gettime(clock, &time) == 0 else { return .zero }
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

var times: [Duration] = []
var processorTimes: [Duration] = []
var peaks: [Int] = []
for _ in 0..<30 {
    let host = ExtensionProcessHost(executable: executable, arguments: [folder])
    let clock = ContinuousClock()
    let start = clock.now
    let computed = processorTime()
    let delivery = await host.deliver(push)
    times.append(clock.now - start)
    guard delivery.outcome == .opened, let pid = await host.processIdentifiers.first else {
        print("not opened: \(delivery.reason.map(String.init(describing:)) ?? "no reason")")
        exit(1)
    }
    peaks.append(peak(of: pid))
    await host.shutDown()
    processorTimes.append(processorTime() - computed)
}
times.sort()
processorTimes.sort()
let median = times[times.count / 2]
let worst = times[times.count - 1]
let processor = processorTimes[processorTimes.count / 2]
let largest = peaks.max() ?? 0
print("cold start to delivery: median \(median), worst \(worst); processor time: median \(processor)")
print("peak resident memory: \(largest) KiB")
guard largest > 0, largest < 20 * 1024, processor < .milliseconds(25) else {
    print("The extension may take 20480 KiB and 25 ms of processor time.")
    exit(1)
}

// A picture of 10 MB, from its blob to the attachment.
let blob = "\(folder)/photo.blob"
let photo = "\(folder)/photo.jpg"
try Data([0xFF, 0xD8, 0xFF] + Randomness.system.bytes(count: 10_000_000 - 3)).write(to: URL(filePath: photo))
var picture = payload
picture.attachments = [
    try AttachmentSealer.seal(
        fileAt: photo, to: blob, url: "https://media.example.com/photo.blob", type: "public.jpeg")
]
let picturePush = try Payload(parsing: sealer.seal(picture, to: phone).body)

/// The processor time of a process for a body, the median of 15.
func medianTime(of pid: Int32, _ body: () async throws -> Void) async rethrows -> Duration {
    var times: [Duration] = []
    for _ in 0..<15 {
        let start = processorTime(of: pid)
        try await body()
        times.append(processorTime(of: pid) - start)
    }
    return times.sorted()[7]
}

/// The time of the library's calls alone: the digest, and the chunks in memory.
let bytes = Array(try Data(contentsOf: URL(filePath: blob)))
let cipher = try ChunkCipher(key: SecretMemory(randomByteCount: 32), info: "sealedpush-blob-v1")
var chunks: [[UInt8]] = []
for start in stride(from: 0, to: 9_961_472, by: 65_536) {
    var chunk: [UInt8] = []
    let part = Array(bytes[start..<start + 65_536])
    try cipher.seal(part.span, index: UInt64(start / 65_536), isLast: false, appendingTo: &chunk)
    chunks.append(chunk)
}
var opened: [UInt8] = []
let calls = try await medianTime(of: getpid()) {
    var digest = SHA256()
    for (index, chunk) in chunks.enumerated() {
        digest.update(chunk.span)
        opened.removeAll(keepingCapacity: true)
        try cipher.open(chunk.span, index: UInt64(index), isLast: false, appendingTo: &opened)
    }
    _ = digest.finalize()
}

let pictureHost = ExtensionProcessHost(executable: executable, arguments: [folder])
/// Delivers in the same process, so that its start does not count.
func deliver(_ push: Payload, attachments: Int) async {
    let delivery = await pictureHost.deliver(push)
    guard delivery.outcome == .opened, delivery.content.attachments.count == attachments else {
        print("the picture was not attached: \(delivery.extensionErrors)")
        exit(1)
    }
    for attachment in delivery.content.attachments {
        try? FileManager.default.removeItem(at: attachment.url.deletingLastPathComponent())
    }
}
await deliver(picturePush, attachments: 1)
let pid = await pictureHost.processIdentifiers.first ?? 0
let without = await medianTime(of: pid) { await deliver(push, attachments: 0) }
let with = await medianTime(of: pid) { await deliver(picturePush, attachments: 1) }
let picturePeak = peak(of: pid)
await pictureHost.shutDown()
print(
    "a picture of 10 MB: \(with - without), \((with - without) / calls) times its \(calls) of the cryptographic library"
)
print("peak resident memory with it: \(picturePeak) KiB")
guard picturePeak > 0, picturePeak < 24 * 1024, with > without, with - without <= calls * 11 / 5 else {
    print("A picture may take 24576 KiB and 2.2 times the processor time of the library.")
    exit(1)
}
