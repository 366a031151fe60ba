#if SwiftCrypto || !canImport(CSodium)
#if canImport(CryptoKit)
import CryptoKit
import Foundation
#else
import Crypto
import FoundationEssentials
#endif

extension ChaCha20Poly1305 {
    /// Writes `ciphertext ‖ tag`, 16 bytes more than the message, to `output`, which may already contain the message.
    static func seal(
        _ message: UnsafeRawBufferPointer, key: UnsafePointer<UInt8>, nonce: UnsafePointer<UInt8>,
        additionalData: [UInt8], into output: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        do {
            let box = try unsafe ChaChaPoly.seal(
                message, using: symmetricKey(key), nonce: ChaChaPoly.Nonce(data: bytes(nonce, nonceByteCount)),
                authenticating: additionalData)
            unsafe box.ciphertext.withUnsafeBytes { unsafe output.part(0, message.count).copyMemory(from: $0) }
            unsafe box.tag.withUnsafeBytes { unsafe output.part(message.count, tagByteCount).copyMemory(from: $0) }
        } catch {
            throw .incorrectSize
        }
    }

    /// Writes the message, 16 bytes less than `sealed`, to `output`, which contains no plaintext if the tag is wrong.
    static func open(
        _ sealed: UnsafeRawBufferPointer, key: UnsafePointer<UInt8>, nonce: UnsafePointer<UInt8>,
        additionalData: [UInt8], into output: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        do {
            let box = try unsafe ChaChaPoly.SealedBox(
                nonce: ChaChaPoly.Nonce(data: bytes(nonce, nonceByteCount)), ciphertext: sealed.dropLast(tagByteCount),
                tag: sealed.suffix(tagByteCount))
            var message = try unsafe ChaChaPoly.open(box, using: symmetricKey(key), authenticating: additionalData)
            unsafe message.withUnsafeMutableBytes { message in
                unsafe output.copyMemory(from: UnsafeRawBufferPointer(message))
                unsafe wipe(message)
            }
        } catch {
            throw .authenticationFailure
        }
    }

    private static func symmetricKey(_ key: UnsafePointer<UInt8>) -> SymmetricKey {
        unsafe SymmetricKey(data: bytes(key, keyByteCount))
    }

    private static func bytes(_ start: UnsafePointer<UInt8>, _ count: Int) -> UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(start: start, count: count)
    }
}
#endif
