import Foundation
import KeyDatabase
import PushSealer

/// Makes a registry of many devices, or measures one that was made, in a process of its own each.
///
///     Registry make FILE COUNT      imports COUNT devices
///     Registry measure FILE COUNT   prints start, memory, and seals from the registry beside seals with the key at hand
@main
struct Registry {
    static func main() async throws {
        let words = CommandLine.arguments.dropFirst()
        guard words.count == 3, let command = words.first, let count = Int(words[3]) else {
            print("usage: Registry make|measure FILE COUNT")
            exit(64)
        }
        switch command {
        case "make": try await make(words[2], count)
        default: try await measure(words[2], count)
        }
    }

    /// An id as an app would have it: a UUID, which orders devices at random.
    private static func id(_ number: Int) -> UTF8Text {
        let mixed = UInt64(number) &* 0x9E37_79B9_7F4A_7C15
        let text = String(mixed, radix: 16)
        let digits = String(repeating: "0", count: 16 - text.count) + text
        return "\(digits.prefix(8))-\(digits.dropFirst(8).prefix(4))-4\(digits.suffix(3))-8000-\(digits.prefix(12))"
    }

    private static func make(_ path: String, _ count: Int) async throws {
        let provider = try Keyring.generate(name: "bank", role: .provider)
        let registry = try DeviceRegistry(SQLiteKeyStore(path: path), provider: provider)
        let imported = try await seconds {
            try await registry.import((0..<count).lazy.map { (id: id($0).string, key: key($0)) })
        }
        row("import of \(count) devices, µs each", imported / Double(count) * 1e6)
        let enrolments = 200
        let enrolled = try await seconds {
            for number in 0..<enrolments {
                var device = Keyring.forPublicKeys(name: "d", role: .device)
                let challenge = try await registry.challenge(device.offer(), for: "new-\(number)")
                let context = EnrolmentContext(audience: "new-\(number)")
                let answer = try device.answer(challenge, from: provider.publicHalf(), context: context)
                try await device.finish(registry.confirm(answer, for: "new-\(number)"))
            }
        }
        row("enrolment of one device with both its steps, µs", enrolled / Double(enrolments) * 1e6)
    }

    /// A public key; any 32 bytes but a few are one (RFC 7748, section 5).
    private static func key(_ number: Int) -> DevicePublicKey {
        var random = SystemRandomNumberGenerator()
        while true {
            // Below 2^255, as a public key is.
            let bytes = (0..<32).map { UInt8.random(in: 0...($0 < 31 ? 255 : 127), using: &random) }
            if let key = try? DevicePublicKey(rawRepresentation: bytes) { return key }
        }
    }

    private static func measure(_ path: String, _ count: Int) async throws {
        let provider = try Keyring.generate(name: "bank", role: .provider)
        let sealer = try Sealer(from: provider, topic: "com.example.bank")
        let payload = Payload(alert: Alert(title: "Payment received", body: "€ 240.10 from Jane Doe"))
        let before = resident()
        var registry: DeviceRegistry?
        var first: DevicePublicKey?
        let start = try await seconds {
            let opened = try DeviceRegistry(SQLiteKeyStore(path: path), provider: provider)
            first = try await opened.recipient(for: id(count / 2)).key
            registry = opened
        }
        guard let registry, let first else { exit(1) }
        let size = try ["", "-wal"].reduce(0) { size, suffix in
            size + (try FileManager.default.attributesOfItem(atPath: path + suffix)[.size] as? Int ?? 0)
        }
        row("bytes on disk for each device", Double(size) / Double(count))
        row("start with the first key, ms", start * 1e3)

        let seals = 20_000
        var ids = (0..<seals).map { _ in id(.random(in: 0..<count)) }
        var atHand: [Double] = []
        var fromRegistry: [Double] = []
        // In turns, so that both meet the same machine.
        while !ids.isEmpty {
            let batch = ids.suffix(1000)
            ids.removeLast(batch.count)
            atHand.append(
                try await processorSeconds { for _ in batch { _ = try sealer.seal(payload, to: first) } }
                    / Double(batch.count))
            fromRegistry.append(
                try await processorSeconds {
                    for id in batch { _ = try await sealer.seal(payload, to: registry.recipient(for: id)) }
                }
                    / Double(batch.count))
        }
        row("seal with the key at hand, µs of processor time", (atHand.min() ?? 0) * 1e6)
        row("seal from the registry, µs of processor time", (fromRegistry.min() ?? 0) * 1e6)
        let page = try await seconds { _ = try await registry.registrations(limit: 1000) }
        row("a page of 1,000 registrations, ms", page * 1e3)
        row("resident memory after it, MB", resident())
        row("resident memory before it, MB", before)
    }

    private static func row(_ what: String, _ value: Double) {
        let text = value < 100 ? String(format: "%.1f", value) : String(Int(value.rounded()))
        print("| \(what) | \(text) |")
    }

    private static func seconds<Result>(_ body: () async throws -> Result) async rethrows -> Double {
        let start = ContinuousClock.now
        _ = try await body()
        return start.duration(to: .now) / .seconds(1)
    }

    /// The processor time of this process, system calls included, which other load on the machine changes little.
    private static func processorSeconds(_ body: () async throws -> Void) async rethrows -> Double {
        func now() -> Double {
            var time = timespec()
            clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
            return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
        }
        let start = now()
        try await body()
        return now() - start
    }

    /// The resident memory of this process in MB.
    private static func resident() -> Double {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return (line?.filter(\.isNumber)).flatMap { Double($0) }.map { $0 * 1024 / 1e6 } ?? 0
    }
}
