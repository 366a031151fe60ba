import Foundation
import SealedEnvelope
import StrictJSON
import Testing

@Suite("Depth")
struct DepthTests {
    @Test("the deepest objects are digested, compared and merged on a thread with a 512 KiB stack")
    func smallStack() {
        let done = DispatchSemaphore(value: 0)
        let thread = Thread {
            let texts = ["1", "null"].map { inner in
                String(repeating: "{\"a\":", count: JSONLimits.deepest) + inner
                    + String(repeating: "}", count: JSONLimits.deepest)
            }
            guard let deep = try? object(texts[0]), let removing = try? object(texts[1]) else { return }
            let emptied = MergePatch.merge(deep, with: removing)
            precondition(MergePatch.merge([:], with: removing) == emptied)
            precondition(MergePatch.merge(deep, with: MergePatch.difference(from: deep, to: emptied)) == emptied)
            precondition((try? VisibleDigest.digest(of: deep)) != (try? VisibleDigest.digest(of: emptied)))
            var written = JSONText()
            MergePatch.write(from: deep, to: emptied, into: &written) { _, _ in }
            precondition(written.bytes == removing.serialized())
            done.signal()
        }
        thread.stackSize = Self.stackSize
        thread.start()
        done.wait()
    }

    /// An unoptimised build spends several times as much stack a level.
    #if DEBUG
    static let stackSize = 4 * 1024 * 1024
    #else
    static let stackSize = 512 * 1024
    #endif
}
