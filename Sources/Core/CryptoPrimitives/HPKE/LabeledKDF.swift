/// The labelled forms of HKDF (RFC 9180 §4).
extension HPKE {
    private static let version: StaticString = "HPKE-v1"

    /// Performs `LabeledExtract(salt, label, ikm)`.
    static func extract(
        _ suiteID: StaticString, salt: UnsafeRawBufferPointer, label: StaticString,
        inputKeyMaterial: UnsafeRawBufferPointer, into key: UnsafeMutableRawBufferPointer
    ) {
        unsafe HMACSHA256.writeTag(to: key, key: salt) { hmac in
            unsafe hmac.update(version)
            unsafe hmac.update(suiteID)
            unsafe hmac.update(label)
            unsafe hmac.update(inputKeyMaterial)
        }
    }

    /// Performs `LabeledExpand(prk, label, info, L)`; L is the size of `output`, at most the 32 bytes of one block.
    static func expand(
        _ suiteID: StaticString, _ pseudorandomKey: UnsafeMutableRawBufferPointer, label: StaticString, info: [UInt8],
        into output: UnsafeMutableRawBufferPointer
    ) {
        unsafe withSecretScratch(byteCount: hashByteCount) { block in
            unsafe HMACSHA256.writeTag(to: block, key: UnsafeRawBufferPointer(pseudorandomKey)) { hmac in
                unsafe hmac.update(0 as UInt8)
                unsafe hmac.update(UInt8(output.count))
                unsafe hmac.update(version)
                unsafe hmac.update(suiteID)
                unsafe hmac.update(label)
                unsafe info.withUnsafeBytes { unsafe hmac.update($0) }
                unsafe hmac.update(1 as UInt8)
            }
            unsafe output.copyMemory(from: UnsafeRawBufferPointer(block.part(0, output.count)))
        }
    }
}
