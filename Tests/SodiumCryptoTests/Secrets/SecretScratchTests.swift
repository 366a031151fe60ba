import SodiumCrypto
import Testing

@Suite("Scratch memory for the secrets of one message", .serialized)
struct SecretScratchTests {
    private enum Refused: Error {
        case here
    }

    private static let secret = [UInt8](repeating: 0xc7, count: 8)

    /// Whether the secret is still where a scratch buffer was: read through the system, since the buffer is no longer
    /// Swift's, and by a run of bytes, since later calls may have used the place.
    private static func isSecretLeft(at address: UInt, count: Int) throws -> Bool {
        try ProcessMemory.read(at: address, count: count).contains(secret)
    }

    @Test("scratch memory does not hold the secret after a return", arguments: [32, 500])
    func afterReturn(count: Int) throws {
        var address: UInt = 0
        withSecretScratch(byteCount: count) { buffer in
            buffer.initializeMemory(as: UInt8.self, repeating: 0xc7)
            address = UInt(bitPattern: buffer.baseAddress)
        }
        #expect(try !Self.isSecretLeft(at: address, count: count))
    }

    @Test("scratch memory does not hold the secret after a throw", arguments: [32, 500])
    func afterThrow(count: Int) throws {
        var address: UInt = 0
        #expect(throws: Refused.here) {
            try withSecretScratch(byteCount: count) { buffer throws(Refused) in
                buffer.initializeMemory(as: UInt8.self, repeating: 0xc7)
                address = UInt(bitPattern: buffer.baseAddress)
                throw .here
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
