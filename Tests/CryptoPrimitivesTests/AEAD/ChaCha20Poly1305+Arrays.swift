@testable import CryptoPrimitives

/// The AEAD of HPKE on arrays, for vectors.
extension ChaCha20Poly1305 {
    static func sealed(_ message: [UInt8], key: [UInt8], nonce: [UInt8], additionalData: [UInt8]) throws -> [UInt8] {
        var output = [UInt8](repeating: 0, count: message.count + tagByteCount)
        try output.withUnsafeMutableBytes { output in
            try message.withUnsafeBytes { message in
                try seal(message, key: key, nonce: nonce, additionalData: additionalData, into: output)
            }
        }
        return output
    }

    static func opened(
        _ sealed: [UInt8], key: [UInt8], nonce: [UInt8], additionalData: [UInt8]
    ) throws -> [UInt8] {
        var output = [UInt8](repeating: 0xee, count: sealed.count - tagByteCount)
        try output.withUnsafeMutableBytes { output in
            try sealed.withUnsafeBytes { sealed in
                try open(sealed, key: key, nonce: nonce, additionalData: additionalData, into: output)
            }
        }
        return output
    }
}
