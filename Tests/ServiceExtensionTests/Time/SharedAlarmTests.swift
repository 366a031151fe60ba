import Synchronization
import Testing

@testable import ServiceExtension

@Suite("Alarms on the continuous clock share one sleeper")
struct SharedAlarmTests {
    let alarms = SharedAlarms()
    let clock = ContinuousClock()

    /// Sets an alarm and gives its ring as a stream that ends with it.
    func set(_ time: ContinuousClock.Instant) -> (alarm: Alarm, ring: AsyncStream<ContinuousClock.Instant>) {
        let (stream, continuation) = AsyncStream<ContinuousClock.Instant>.makeStream()
        let alarm = alarms.set(time) {
            continuation.yield(.now)
            continuation.finish()
        }
        return (alarm, stream)
    }

    @Test("each rings at its time or after, the earlier set later, too")
    func order() async {
        let start = clock.now
        let offsets: [Duration] = [.seconds(3600), .milliseconds(60), .milliseconds(20), .milliseconds(40), .zero]
        let rings = offsets.map { (offset: $0, set: set(start + $0)) }
        for (offset, set) in rings.dropFirst() {
            var rang: ContinuousClock.Instant?
            for await time in set.ring { rang = time }
            #expect(rang.map { $0 >= start + offset } == true)
        }
        rings[0].set.alarm.cancel()
    }

    @Test("one that was called off in time does not ring, and one set after it does")
    func cancelled() async {
        while true {
            let time = clock.now + .milliseconds(50)
            let rang = Mutex(false)
            let first = alarms.set(time) { rang.withLock { $0 = true } }
            first.cancel()
            let isInTime = clock.now < time
            for await _ in set(time + .milliseconds(20)).ring {}
            for await _ in set(time + .milliseconds(40)).ring {}
            // On a busy machine the time may have come before the call.
            guard isInTime else { continue }
            #expect(!rang.withLock { $0 })
            return
        }
    }

    @Test("a time that is past rings at once")
    func past() async {
        for await _ in set(clock.now - .seconds(1)).ring {}
    }
}
