import Testing

@testable import CryptoPrimitives

@Suite("Appending what C writes")
struct AppendingTests {
    private enum Refused: Error {
        case here
    }

    @Test("bytes are appended after the existing ones")
    func appended() {
        var bytes: [UInt8] = [1, 2]
        bytes.append(count: 3) { $0.copyBytes(from: [3, 4, 5]) }
        #expect(bytes == [1, 2, 3, 4, 5])
        bytes.append(count: 0) { _ in }
        #expect(bytes.count == 5)
    }

    @Test("nothing stays appended after a throw")
    func refused() {
        var bytes: [UInt8] = [1, 2]
        #expect(throws: Refused.here) {
            try bytes.append(count: 3) { buffer throws(Refused) in
                buffer.copyBytes(from: [3, 4, 5])
                throw .here
            }
        }
        #expect(bytes == [1, 2])
    }
}
