import CryptoPrimitives

extension SecretMemory {
    /// The secret as an array, which only a test may make.
    var copiedBytes: [UInt8] {
        withBytes { bytes in bytes.indices.map { bytes[$0] } }
    }
}
