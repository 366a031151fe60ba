import Foundation
import StrictJSON
import TestSupport
import Testing

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

    @Test("no limit allows more than 512 levels, or a negative number")
    func clamped() {
        #expect(JSONLimits(maximumDepth: 100_000).maximumDepth == 512)
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

    @Test("the length may reach the limit but not exceed it")
    func length() throws {
        let text = Array("[1, 2]".utf8)
        #expect(try JSONValue(parsing: text, limits: JSONLimits(maximumByteCount: 6)) == [1, 2])
        let limits = JSONLimits(maximumByteCount: 5)
        #expect(#expect(throws: JSONError.self) { try JSONValue(parsing: text, limits: limits) }?.code == .tooLong)
        #expect(#expect(throws: JSONError.self) { try JSONPositions(parsing: text, limits: limits) }?.code == .tooLong)
        #expect(try JSONValue(parsing: text, limits: JSONLimits(maximumByteCount: .max)) == [1, 2])
    }

    @Test("the deepest text is read, compared, hashed, written and freed on a thread with a 512 KiB stack")
    func smallStack() async throws {
        let succeeded = try await onOwnThread(stackSize: Self.stackSize) {
            var succeeded = 0
            for text in [Self.nested(512, "[", "]"), Self.nested(512, "{\"a\":", "}", around: "1")] {
                guard let left = try? JSONValue(parsing: text), let right = try? JSONValue(parsing: text) else {
                    continue
                }
                precondition(left == right && left.hashValue == right.hashValue)
                precondition(left.serialized() == right.serialized())
                precondition((try? JSONPositions(parsing: text)) != nil)
                succeeded += 1
            }
            return succeeded
        }
        #expect(succeeded == 2)
    }

    /// An unoptimised build spends about twice as much stack a level.
    #if DEBUG
    static let stackSize = 1024 * 1024
    #else
    static let stackSize = 512 * 1024
    #endif

    @Test("the time for an object grows with its members, not with their square", arguments: Names.allCases)
    func manyMembers(names: Names) throws {
        let limits = JSONLimits(maximumByteCount: 4_000_000)
        func time(_ count: Int) throws -> Double {
            let members = (0..<count).map { "\"\(names.name($0))\":0" }.joined(separator: ",")
            let text = Array("{\(members)}".utf8)
            let start = Self.threadTime()
            let object = try #require(try JSONValue(parsing: text, limits: limits).objectValue)
            #expect(object.count == count)
            #expect(object == object)
            #expect(object[names.name(count - 1)] == 0)
            return Self.threadTime() - start
        }
        let small = min(try time(1_000), try time(1_000))
        let large = try time(10_000)
        #expect(large < small * 40, "ten times the members took \(large) s instead of \(small) s")
    }

    /// The seconds for which this thread was running, whatever else the machine did.
    private static func threadTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    enum Names: CaseIterable {
        /// Names of one length that differ in the middle.
        case similar
        /// Names that are canonically equivalent, and so equal for `String`, with one hash.
        case equivalent

        func name(_ index: Int) -> String {
            switch self {
            case .similar: "x\(10_000_000 + index)y"
            case .equivalent: (0..<15).map { index >> $0 & 1 == 0 ? "\u{E9}" : "e\u{301}" }.joined()
            }
        }
    }
}
