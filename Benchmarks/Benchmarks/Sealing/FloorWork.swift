import Benchmark
import Floor
import PushPayload

/// The primitives of one seal or open on a message of the size that the toolkit's has.
final class FloorWork {
    private var keys = floor_keys()
    private let message: [UInt8]
    private var sealed: [UInt8]
    private var opened: [UInt8]

    /// Takes the size of the message from a sealed body.
    init(body: [UInt8], overhead: Int, headerByteCount: Int) {
        let text = (try? Payload(parsing: body))?["sealed"]?.stringValue ?? ""
        let byteCount = max(0, text.utf8.count * 3 / 4 - overhead)
        message = (0..<byteCount).map { UInt8(truncatingIfNeeded: $0) }
        sealed = [UInt8](repeating: 0, count: byteCount + 64)
        opened = [UInt8](repeating: 0, count: byteCount + 64)
        // "sealedpush-v1", the suite, two lengths and the topic.
        floor_make_keys(&keys, 13 + 1 + 4 + 16, headerByteCount)
    }

    func sealHPKE(authenticated: Bool, known: Bool) {
        Benchmark.blackHole(
            floor_hpke_seal(&keys, authenticated ? 1 : 0, known ? 1 : 0, message, message.count, &sealed))
    }

    func openHPKE(authenticated: Bool) {
        if sealed.allSatisfy({ $0 == 0 }) { sealHPKE(authenticated: authenticated, known: false) }
        check(floor_hpke_open(&keys, authenticated ? 1 : 0, sealed, message.count + 48, &opened))
    }

    func sealShared() {
        Benchmark.blackHole(floor_shared_seal(&keys, message, message.count, &sealed))
    }

    func openShared() {
        if sealed.allSatisfy({ $0 == 0 }) { sealShared() }
        check(floor_shared_open(&keys, sealed, message.count + 40, &opened))
    }

    func sealBox() {
        Benchmark.blackHole(floor_box_seal(&keys, message, message.count, &sealed))
    }

    func openBox() {
        if sealed.allSatisfy({ $0 == 0 }) { sealBox() }
        check(floor_box_open(&keys, sealed, message.count + 48, &opened))
    }

    private func check(_ status: Int32) {
        precondition(status == 0, "the floor does not open what it sealed")
    }
}
