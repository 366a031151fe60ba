import Glibc
import KeyManagement
import TestSupport
import Testing

@testable import sealedpush

@Suite("the description of a keyring")
struct KeyringReportTests {
    @Test("describing 16 times as many keys takes at most 100 times the work")
    func describing() throws {
        func steps(_ count: Int) throws -> Int {
            var keyring = Keyring.forPublicKeys(name: "them", role: .provider)
            keyring.keys = try (0..<count).map { number in
                var bytes = [UInt8](repeating: 9, count: 32)
                (bytes[0], bytes[1]) = (UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8))
                return Key(
                    .provider, .publicHalf(try ProviderPublicKey(rawRepresentation: bytes).point), state: .active,
                    created: 0)
            }
            let report = KeyringReport(keyring: keyring, style: Style(isOn: false))
            var least = Int.max
            for _ in 0..<5 {
                let start = Self.processorTime
                let lines = report.lines
                least = min(least, Self.processorTime - start)
                #expect(lines.count > count)
            }
            return least
        }
        let (few, many) = (try steps(400), try steps(6400))
        // Work in proportion takes 16 times as long, quadratic work 256 times.
        #expect(many < 100 * few, "\(few) and \(many) microseconds of the processor's time")
    }

    private static var processorTime: Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000 + time.tv_nsec / 1000
    }
}
