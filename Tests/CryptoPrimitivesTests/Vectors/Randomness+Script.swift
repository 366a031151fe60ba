import CryptoPrimitives

extension Randomness {
    /// Gives the bytes of a known answer; asking for another number of bytes ends the test.
    static func script(_ bytes: [UInt8]) -> Randomness {
        Randomness { buffer in
            precondition(buffer.count == bytes.count, "\(buffer.count) random bytes asked for, \(bytes.count) scripted")
            buffer.copyBytes(from: bytes)
        }
    }
}
