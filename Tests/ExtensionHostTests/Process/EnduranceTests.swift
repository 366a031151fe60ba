import Foundation
import PushPayload
import Testing
import UserNotifications

@testable import ExtensionHost

/// 300 pushes; `SEALEDPUSH_MIXED_PUSHES=10000` makes it 10,000, which takes some minutes.
@Suite("Of many pushes of mixed behaviour not one is lost", .serialized)
struct EnduranceTests {
    static let count = ProcessInfo.processInfo.environment["SEALEDPUSH_MIXED_PUSHES"].flatMap { Int($0) } ?? 300
    static let mischief = [
        "abort", "loop", "flood", "leak", "kill", "garbage", "exit", "deaf", "leak at once", "silent",
    ]

    /// What can have ended the process that a well-behaved push was in.
    static let ends: Set<String> = ["crashed", "memoryExceeded", "badExtensionMessage", "noAnswer"]

    /// One in ten does the worst.
    static func order(_ number: Int) -> String {
        number % 10 == 3 ? mischief[number / 10 % mischief.count] : ["answer", "twice", "sleep", "late"][number % 4]
    }

    @Test("each push gets exactly one delivery with its own text, changed, or unchanged with a reason")
    func mixed() async {
        var policy = SystemPolicy()
        policy.timeLimit = .seconds(3)
        policy.grace = .milliseconds(200)
        let host = ExtensionProcessHost(executable: Specimens.executable, policy: policy, limits: Specimens.limits)
        var deliveries: [Int: Delivery] = [:]
        var reasons: [String: Int] = [:]
        await withTaskGroup(of: (Int, Delivery).self) { group in
            var next = 0
            func add() {
                guard next < Self.count else { return }
                let number = next
                next += 1
                group.addTask {
                    (number, await host.deliver(Specimens.push(Self.order(number), number: number)))
                }
            }
            for _ in 0..<24 { add() }
            for await (number, delivery) in group {
                #expect(deliveries[number] == nil)
                deliveries[number] = delivery
                add()
            }
        }
        #expect(deliveries.count == Self.count)
        for (number, delivery) in deliveries {
            let order = Self.order(number)
            let isChanged = delivery.content.subtitle == "changed"
            #expect(delivery.content.title == "New activity")
            #expect(isChanged || delivery.content.body == "Push \(number)")
            #expect(isChanged || Self.ends.contains(delivery.reason?.code.description ?? ""), "\(order)")
            if ["answer", "twice", "sleep"].contains(order), isChanged {
                #expect(delivery.content.body == "Push \(number)")
            }
            if !isChanged { reasons["\(delivery.reason?.code.description ?? "none")", default: 0] += 1 }
        }
        let started = await host.startedProcesses
        await host.shutDown()
        #expect(await host.processIdentifiers.isEmpty)
        print("\(Self.count) pushes, \(started) processes, shown as they came: \(reasons)")
    }
}
