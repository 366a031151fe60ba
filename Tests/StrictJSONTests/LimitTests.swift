import Foundation
import Testing

@testable import StrictJSON

@Suite("Limits")
struct LimitTests {
    static func nested(_ depth: Int, _ open: String, _ close: String, around middle: String = "") -> [UInt8] {
        Array((String(repeating: open, count: depth) + middle + String(repeating: close, count: depth)).utf8)
    }

    @Test("512 levels are read, 513 are refused", arguments: [("[", "]", ""), ("{\"a\":", "}", "1")])
    func depth(open: String, close: String, middle: String) throws {
        let deepest = Self.nested(512, open, close, around: middle)
        #expect(try JSONValue(parsing: deepest).serialized() == deepest)
        let error = #expect(throws: JSONError.self) {
            try JSONValue(parsing: Self.nested(513, open, close, around: middle))
        }
        #expect(error?.code == .tooDeep)
    }

    @Test("no limit allows more than 512 levels, nor 2 GiB")
    func clamped() {
        #expect(JSONLimits(maximumDepth: 100_000).maximumDepth == 512)
        #expect(JSONLimits(maximumByteCount: .max).maximumByteCount == 2_147_483_647)
        #expect(JSONLimits(maximumByteCount: -1, maximumDepth: -1) == JSONLimits(maximumByteCount: 0, maximumDepth: 0))
    }

    @Test("a depth of 0 allows scalars only")
    func noDepth() throws {
        let limits = JSONLimits(maximumDepth: 0)
        #expect(try JSONValue(parsing: Array("7".utf8), limits: limits) == 7)
        let error = #expect(throws: JSONError.self) { try JSONValue(parsing: Array("[]".utf8), limits: limits) }
        #expect(error?.code == .tooDeep)
    }

    @Test("100,000 levels are refused", arguments: ["[", "{\"\":", "[{\"a\":"])
    func absurdDepth(open: String) {
        let text = Array(String(repeating: open, count: 100_000).utf8)
        let error = #expect(throws: JSONError.self) {
            try JSONValue(parsing: text, limits: JSONLimits(maximumByteCount: 1_000_000))
        }
        #expect(error?.code == .tooDeep)
    }

    @Test("the length may reach the limit and not pass it")
    func length() throws {
        let text = Array("[1, 2]".utf8)
        #expect(try JSONValue(parsing: text, limits: JSONLimits(maximumByteCount: 6)) == [1, 2])
        let limits = JSONLimits(maximumByteCount: 5)
        #expect(#expect(throws: JSONError.self) { try JSONValue(parsing: text, limits: limits) }?.code == .tooLong)
        let lazy = #expect(throws: JSONError.self) {
            try JSONValue(parsing: repeatElement(0x20, count: .max), limits: limits)
        }
        #expect(lazy?.code == .tooLong)
    }

    @Test("the deepest text is read, compared, hashed, written and freed on a thread with a 512 KiB stack")
    func smallStack() {
        let done = DispatchSemaphore(value: 0)
        let thread = Thread {
            for text in [Self.nested(512, "[", "]"), Self.nested(512, "{\"a\":", "}", around: "1")] {
                guard let left = try? JSONValue(parsing: text), let right = try? JSONValue(parsing: text) else {
                    continue
                }
                precondition(left == right && left.hashValue == right.hashValue)
                precondition(left.serialized().count == left.serializedByteCount)
            }
            done.signal()
        }
        thread.stackSize = Self.stackSize
        thread.start()
        done.wait()
    }

    /// An unoptimised build spends about twice as much stack a level.
    #if DEBUG
    static let stackSize = 1024 * 1024
    #else
    static let stackSize = 512 * 1024
    #endif

    @Test("an object of 30,000 members takes no quadratic time, whatever the names")
    func manyMembers() throws {
        let limits = JSONLimits(maximumByteCount: 4_000_000)
        // Equal lengths, first and last bytes: nothing but the index tells these names apart quickly.
        func time(_ count: Int) throws -> Duration {
            let members = (0..<count).map { "\"x\(10_000_000 + $0)y\":0" }.joined(separator: ",")
            let text = Array("{\(members)}".utf8)
            return try ContinuousClock().measure {
                let object = try #require(try JSONValue(parsing: text, limits: limits).objectValue)
                #expect(object.count == count)
                #expect(object == object)
                #expect(object["x\(10_000_000 + count - 1)y"] == 0)
            }
        }
        // The faster of two runs, since other processes share the machine.
        let small = min(try time(3_000), try time(3_000))
        let large = min(try time(30_000), try time(30_000))
        #expect(large < small * 50, "ten times the members took \(large) instead of \(small)")
    }
}
