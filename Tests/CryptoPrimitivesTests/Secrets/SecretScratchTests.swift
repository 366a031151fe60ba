import CryptoPrimitives
import Testing

@Suite("Scratch memory for the secrets of one message", .serialized)
struct SecretScratchTests {
    private enum Refused: Error {
        case here
    }

    private static let secret = [UInt8](repeating: 0xc7, count: 8)

    /// Whether the secret is still where a scratch buffer was: read through the system, since the buffer is no longer
    /// Swift's, and by a run of bytes, since later calls may have used a part of the place.
    private static func isSecretLeft(at address: UInt, count: Int) throws -> Bool {
        try ProcessMemory.read(at: address, count: count).contains(secret)
    }

    @Test("scratch memory does not hold the secret after a return", arguments: [32, 500, 20_000])
    func afterReturn(count: Int) throws {
        var address: UInt = 0
        deepInTheStack {
            withSecretScratch(byteCount: count) { buffer in
                buffer.initializeMemory(as: UInt8.self, repeating: 0xc7)
                address = UInt(bitPattern: buffer.baseAddress)
            }
        }
        #expect(try !Self.isSecretLeft(at: address, count: count))
    }

    /// Only the largest buffer can show a secret left behind: Swift Testing looks at the stack at every throw, and what
    /// it keeps meanwhile covers a small one.
    @Test("scratch memory does not hold the secret after a throw", arguments: [32, 500, 20_000])
    func afterThrow(count: Int) throws {
        var address: UInt = 0
        #expect(throws: Refused.here) {
            try deepInTheStack {
                try withSecretScratch(byteCount: count) { buffer throws(Refused) in
                    buffer.initializeMemory(as: UInt8.self, repeating: 0xc7)
                    address = UInt(bitPattern: buffer.baseAddress)
                    throw .here
                }
            }
        }
        #expect(try !Self.isSecretLeft(at: address, count: count))
    }

    @Test("wiping an array leaves its count and only zeros")
    func wipedArray() {
        var bytes: [UInt8] = Array(1...100)
        bytes.wipe()
        #expect(bytes == [UInt8](repeating: 0, count: 100))
        var none: [UInt8] = []
        none.wipe()
        #expect(none.isEmpty)
    }
}
