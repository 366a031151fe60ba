/// The labelled forms of HKDF (RFC 9180 §4).
@unsafe
struct LabeledKDF {
    /// The version label that begins every labelled input.
    private static let version: StaticString = "HPKE-v1"

    /// The suite id of the KEM or of the cipher suite.
    let suiteID: StaticString

    /// Memory for the HMAC's state, provided and wiped by the caller.
    let state: UnsafeMutableRawBufferPointer

    /// Performs `LabeledExtract(salt, label, ikm)`; nil is an empty salt.
    @inline(__always)
    func extract(
        salt: UnsafeRawBufferPointer?,
        label: StaticString,
        inputKeyMaterial: UnsafeRawBufferPointer,
        into key: UnsafeMutableRawBufferPointer
    ) {
        unsafe HKDF.extract(salt: salt, into: key, stateIn: state) { hmac in
            unsafe hmac.update(Self.version)
            unsafe hmac.update(suiteID)
            unsafe hmac.update(label)
            unsafe hmac.update(inputKeyMaterial)
        }
    }

    /// Performs `LabeledExpand(prk, label, info, L)`; L is the size of `output`.
    @inline(__always)
    func expand(
        _ pseudorandomKey: UnsafeMutableRawBufferPointer,
        label: StaticString,
        info: (HMACSHA256) -> Void,
        into output: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        try unsafe expand(
            startedBy: { unsafe HMACSHA256(key: UnsafeRawBufferPointer(pseudorandomKey), stateIn: state) },
            label: label, info: info, into: output)
    }

    /// Performs `LabeledExpand` for a pseudorandom key with several outputs; `key` must be an HMAC without any message
    /// bytes.
    @inline(__always)
    func expand(
        keyedAs key: HMACSHA256,
        label: StaticString,
        info: (HMACSHA256) -> Void,
        into output: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        try unsafe expand(
            startedBy: { unsafe HMACSHA256(keyedAs: key, stateIn: state) }, label: label, info: info, into: output)
    }

    @inline(__always)
    private func expand(
        startedBy start: () -> HMACSHA256,
        label: StaticString,
        info: (HMACSHA256) -> Void,
        into output: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        let byteCount = output.count
        try unsafe HKDF.expand(
            into: output, start: start,
            info: { hmac in
                unsafe hmac.update(UInt8(truncatingIfNeeded: byteCount >> 8))
                unsafe hmac.update(UInt8(truncatingIfNeeded: byteCount))
                unsafe hmac.update(Self.version)
                unsafe hmac.update(suiteID)
                unsafe hmac.update(label)
                unsafe info(hmac)
            })
    }
}
