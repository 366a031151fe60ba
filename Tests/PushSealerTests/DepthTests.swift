import Foundation
import PushPayload
import PushSealer
import StrictJSON
import TestSupport
import Testing

@Suite("Depth")
struct DepthTests {
    /// An object of so many levels, made in code, as no parser limits it.
    private static func nested(_ depth: Int) -> JSONObject {
        (1..<depth).reduce(["a": 1234]) { inner, _ in ["a": .object(inner)] }
    }

    @Test("a payload of 512 levels is sealed, one of 513 is refused")
    func limit() throws {
        // 512 levels of {"a":…} are 3,076 bytes, more than an alert has room for.
        let options = SealOptions(padding: .none, pushType: .voip)
        #expect(throws: Never.self) { try Sealing.seal(Payload(Self.nested(512)), in: .shared, options: options) }
        for depth in [513, 600] {
            let error = try #require(throws: SealError.self) {
                try Sealing.seal(Payload(Self.nested(depth)), in: .shared, options: options)
            }
            #expect(error.code == .invalidPayload)
            #expect(error.reason == "the payload nests deeper than the limit of 512 levels")
        }
    }

    @Test("the deepest payload is checked and sealed on a thread with a 512 KiB stack")
    func smallStack() async throws {
        let visible = try #require(PayloadPath(names: [UTF8Text](repeating: "a", count: 300)))
        try await onOwnThread(stackSize: Self.stackSize) {
            let plain = SealOptions(padding: .none, pushType: .voip)
            precondition((try? Sealing.seal(Payload(Self.nested(512)), in: .shared, options: plain)) != nil)
            // A visible path of 300 names, of which the last leads to an object: both parts are as deep as fits.
            var options = plain
            options.visible = [visible]
            precondition((try? Sealing.seal(Payload(Self.nested(340)), in: .shared, options: options)) != nil)
        }
    }

    /// An unoptimised build needs several times as much stack for each level.
    #if DEBUG
    static let stackSize = 4 * 1024 * 1024
    #else
    static let stackSize = 512 * 1024
    #endif

    @Test(
        "a content that nests deeper than 512 levels at its path is refused",
        arguments: [
            (Purpose.contentState, 510), (.attributes, 510), ("liveactivity", 512), ("widget", 512), ("alert", 512),
        ])
    func depthOfAnEnvelopeOnItsOwn(purpose: Purpose, deepest: Int) throws {
        func nested(_ depth: Int) -> JSONObject {
            ["a": (2..<depth).reduce([]) { inner, _ in [inner] }]
        }
        #expect(throws: Never.self) {
            try Sealing.sealEnvelope(of: nested(deepest), in: .shared, purpose: purpose)
        }
        let error = try #require(throws: SealError.self) {
            try Sealing.sealEnvelope(of: nested(deepest + 1), in: .shared, purpose: purpose)
        }
        #expect(error.code == .invalidPayload)
    }
}
