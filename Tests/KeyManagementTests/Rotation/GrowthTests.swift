import Glibc
import KeyManagement
import TestSupport
import Testing

/// What a keyring does with all of its keys takes a time in proportion to their number.
@Suite("Large keyrings", .serialized)
struct GrowthTests {
    /// What is done to a keyring of many keys and a published one of as many others.
    enum Operation: String, CaseIterable {
        case pin, follow, importing, rotate, erase
    }

    @Test("16 times as many keys take at most 100 times the work", arguments: Operation.allCases)
    func growth(operation: Operation) throws {
        let (few, many) = (try work(operation, 500), try work(operation, 8000))
        // Work in proportion takes 16 times as long, quadratic work 256 times.
        #expect(many < 100 * few, "\(few) and \(many) microseconds of the processor's time")
    }

    /// The microseconds of this thread's time that an operation takes, the least of five attempts.
    private func work(_ operation: Operation, _ count: Int) throws -> Int {
        let role = KeyRole.provider
        var own = Keyring.forPublicKeys(name: "own", role: role)
        own.keys = try keys(0..<count)
        var published = Keyring.forPublicKeys(name: "published", role: role)
        published.keys = try keys(count..<2 * count)
        let text = try published.text()
        var secret = try Keyring.generate(name: "secret", role: role)
        secret.keys += try keys(0..<count)
        let state = KeyState.retiring(until: 1)
        let one = try Keyring.generate(name: "one", role: .shared).primary.sharedKey
        var ended = try Keyring.generate(name: "ended", role: .shared, at: 62)
        if operation == .erase {
            // One secret for all of them, since each takes pages of its own.
            ended.keys += try (0..<count).map { _ in
                Key(.shared, .symmetric(try #require(one)), state: state, created: 0)
            }
        }
        var least = Int.max
        for _ in 0..<5 {
            var keyring = own
            let start = Self.time
            switch operation {
            case .pin: try keyring.pin(published, at: 1)
            case .follow: try keyring.pin(own, at: 1)
            case .importing: keyring = try Keyring(importing: text, name: "own", role: role, at: 1)
            case .rotate:
                keyring = secret
                try keyring.rotate(grace: .days(1), at: 1)
            case .erase:
                keyring = ended
                #expect(try keyring.eraseEndedSecrets(at: 604_862) == count)
            }
            least = min(least, Self.time - start)
            #expect(!keyring.keys.isEmpty)
        }
        return least
    }

    private static var time: Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000 + time.tv_nsec / 1000
    }

    private func keys(_ numbers: Range<Int>) throws -> [Key] {
        try numbers.map { number in
            var bytes = [UInt8](repeating: 9, count: 32)
            (bytes[0], bytes[1]) = (UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8))
            return Key(
                .provider, .publicHalf(try ProviderPublicKey(rawRepresentation: bytes).point), state: .active,
                created: 0)
        }
    }
}
