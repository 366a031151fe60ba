import Foundation
import PushPayload
import TestSupport
import Testing
import UserNotifications

@testable import ExtensionHost

@Suite("The host survives whatever the extension's process does", .serialized)
struct SurvivalTests {
    @Test(
        "a process that ends shows the original, and the next push starts another one",
        arguments: ["abort", "kill", "trap", "exit", "half a message"]
    )
    func ended(order: String) async {
        let host = Specimens.host()
        let delivery = await host.deliver(Specimens.push(order))
        #expect(delivery.outcome == .unchanged)
        #expect(delivery.reason?.code == .crashed)
        #expect(delivery.extensionErrors.map(\.code) == [.crashed])
        #expect(delivery.content.title == "New activity")
        #expect(await host.deliver(Specimens.push("answer")).outcome == .modified)
        #expect(await host.startedProcesses == 2)
    }

    /// The host hears of it at once or when the time is over: a thread that reads a socket keeps it open.
    @Test("a process that closes its channel shows the original and gets no further push")
    func closedChannel() async {
        var policy = SystemPolicy()
        policy.timeLimit = .milliseconds(100)
        policy.grace = .milliseconds(50)
        let host = ExtensionProcessHost(executable: Specimens.executable, policy: policy, limits: Specimens.limits)
        let delivery = await host.deliver(Specimens.push("close the channel"))
        #expect(delivery.outcome == .unchanged)
        #expect(delivery.reason?.code == .crashed || delivery.reason?.code == .noAnswer)
        #expect(delivery.content.title == "New activity")
        _ = await host.deliver(Specimens.push("answer"))
        #expect(await host.startedProcesses == 2)
    }

    @Test("a process that takes more memory than it may is ended", arguments: ["leak", "leak at once"])
    func memory(order: String) async {
        let host = Specimens.host()
        let delivery = await host.deliver(Specimens.push(order))
        #expect(delivery.outcome == .unchanged)
        #expect(delivery.content.title == "New activity")
        #expect(delivery.reason?.code == (order == "leak" ? .memoryExceeded : delivery.reason?.code))
        #expect(await host.deliver(Specimens.push("answer")).outcome == .modified)
        #expect(await host.peakMemory < 1100 << 20)
    }

    @Test("a process that writes an invalid message is ended")
    func garbage() async {
        let host = Specimens.host()
        let delivery = await host.deliver(Specimens.push("garbage"))
        #expect(delivery.reason?.code == .badMessage)
        #expect(delivery.content.title == "New activity")
        #expect(await host.deliver(Specimens.push("answer")).outcome == .modified)
    }

    @Test("a flood of output neither blocks the extension nor fills the host")
    func flood() async {
        let (delivery, host) = await Specimens.overrun("flood", after: .answered)
        #expect(delivery.outcome == .modified)
        #expect(delivery.extensionErrors.map(\.code) == [.stillRunning])
        #expect(await host.deliver(Specimens.push("answer")).outcome == .modified)
        await host.shutDown()
    }

    @Test("a process in which something hangs gets no further push and is ended", arguments: ["loop", "deaf", "stop"])
    func hang(order: String) async throws {
        let (hung, host) = await Specimens.overrun(order, after: .called)
        #expect(hung.reason?.code == .noAnswer)
        #expect(hung.content.title == "New activity")
        #expect(await host.deliver(Specimens.push("answer")).outcome == .modified)
        #expect(await host.startedProcesses == 2)
    }

    @Test("what was handed over before the hang is shown")
    func answeredAndHung() async {
        let (delivery, _) = await Specimens.overrun("answer and loop", after: .answered)
        #expect(delivery.outcome == .modified)
        #expect(delivery.extensionErrors.map(\.code) == [.stillRunning])
    }

    @Test("a crash ends every push of its process, and loses none")
    func crashAmongOthers() async {
        let host = Specimens.host()
        await withTaskGroup(of: Delivery.self) { group in
            for number in 0..<40 {
                let order = number == 20 ? "abort" : "sleep"
                group.addTask { await host.deliver(Specimens.push(order, number: number)) }
            }
            var count = 0
            for await delivery in group {
                count += 1
                #expect(delivery.content.title == "New activity")
                #expect(delivery.outcome == .modified || delivery.reason?.code == .crashed)
            }
            #expect(count == 40)
        }
    }

    @Test("a child that the extension leaves behind is ended with it")
    func child() async throws {
        let host = Specimens.host()
        let pid = try #require(Int32(await host.deliver(Specimens.push("leave a child")).content.body))
        await host.shutDown()
        // An orphan is reaped by init, which may take a moment.
        try await until("the child has ended") { !Self.isRunning(pid) }
    }

    private static func isRunning(_ pid: Int32) -> Bool {
        guard let status = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8) else { return false }
        return !status.contains(") Z ")
    }

    @Test("no zombie and no open descriptor remains")
    func nothingLeft() async throws {
        // In a process of its own, since other tests open and close files.
        await #expect(processExitsWith: .success) {
            func descriptors() throws -> Int {
                try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
            }
            var pids: [Int32] = []
            func round(crashes: Bool) async {
                let host = Specimens.host()
                _ = await host.deliver(Specimens.push("answer"))
                pids += await host.processIdentifiers
                if crashes { _ = await host.deliver(Specimens.push("abort")) }
                await host.shutDown()
            }
            // The first one also opens what stays open.
            await round(crashes: true)
            let before = try descriptors()
            for number in 0..<10 { await round(crashes: number.isMultiple(of: 2)) }
            #expect(pids.count == 11)
            #expect(!pids.contains(where: Specimens.exists))
            // A host's threads close their sockets when they see the end.
            try await until("the descriptors are closed") { try descriptors() <= before }
        }
    }

    @Test("the extension inherits no descriptor but its own")
    func inherited() async {
        let file = open("/dev/null", O_RDONLY)
        defer { close(file) }
        let body = await Specimens.host().deliver(Specimens.push("descriptors")).content.body
        #expect(body == "[0, 1, 2, 3]")
    }

    @Test("a host that was shut down shows the original")
    func shutDown() async {
        let host = Specimens.host()
        _ = await host.deliver(Specimens.push("answer"))
        await host.shutDown()
        let delivery = await host.deliver(Specimens.push("answer"))
        #expect(delivery.reason?.code == .notStarted)
        #expect(delivery.content.title == "New activity")
    }
}
