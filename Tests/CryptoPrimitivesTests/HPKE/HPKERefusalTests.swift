import Testing

@testable import CryptoPrimitives

@Suite("What HPKE refuses")
struct HPKERefusalTests {
    let recipient: X25519.PrivateKey
    let sender: X25519.PrivateKey
    let psk: HPKE.PreSharedKey
    let info: [UInt8] = Array("context".utf8)
    let header: [UInt8] = [1, 2, 3, 4, 5]

    init() throws {
        recipient = try X25519.PrivateKey()
        sender = try X25519.PrivateKey()
        psk = .stored(try SecretMemory(randomByteCount: 32), id: Array("name".utf8))
    }

    private func seal(_ message: [UInt8], mode: HPKE.Mode) throws -> [UInt8] {
        var output: [UInt8] = []
        try HPKE.seal(
            message.span, to: recipient.publicKey, from: mode == .base ? nil : sender,
            sharing: mode == .authPSK ? psk : nil, info: info.span,
            authenticating: header, appendingTo: &output)
        return output
    }

    private func open(_ sealed: [UInt8], mode: HPKE.Mode) throws -> [UInt8] {
        try HPKE.open(
            sealed.span, with: recipient, from: mode == .base ? nil : sender.publicKey,
            sharing: mode == .authPSK ? psk : nil, info: info.span,
            authenticating: header)
    }

    @Test(
        "a sealed message opens, at every size from 0 to more than a block",
        arguments: [HPKE.Mode.base, .auth, .authPSK])
    func roundTrip(mode: HPKE.Mode) throws {
        for count in [0, 1, 63, 64, 65, 4096] {
            let message = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
            let sealed = try seal(message, mode: mode)
            #expect(sealed.count == count + HPKE.overhead)
            #expect(HPKE.overhead == 48)
            #expect(try open(sealed, mode: mode) == message)
        }
    }

    @Test("every flipped bit is refused", arguments: [HPKE.Mode.base, .auth, .authPSK])
    func flippedBits(mode: HPKE.Mode) throws {
        let sealed = try seal(Array("message".utf8), mode: mode)
        for bit in 0..<sealed.count * 8 {
            var changed = sealed
            changed[bit / 8] ^= 1 << (bit % 8)
            #expect(throws: CryptoError.authenticationFailure, "bit \(bit)") { try open(changed, mode: mode) }
        }
    }

    @Test("every truncation is refused, below 48 bytes for its size", arguments: [HPKE.Mode.base, .auth, .authPSK])
    func truncations(mode: HPKE.Mode) throws {
        let sealed = try seal(Array("message".utf8), mode: mode)
        for count in sealed.indices {
            let expected: CryptoError = count < 48 ? .incorrectSize : .authenticationFailure
            #expect(throws: expected, "\(count) bytes") { try open(Array(sealed.prefix(count)), mode: mode) }
        }
        #expect(throws: CryptoError.authenticationFailure) { try open(sealed + [0], mode: mode) }
    }

    @Test("a byte string of low order in place of enc is refused", arguments: [HPKE.Mode.base, .auth, .authPSK])
    func lowOrderEncapsulatedKey(mode: HPKE.Mode) throws {
        let sealed = try seal(Array("message".utf8), mode: mode)
        for point in LowOrderPoints.all {
            let changed = point + sealed.dropFirst(32)
            #expect(throws: CryptoError.lowOrderPoint) { try open(changed, mode: mode) }
        }
    }

    @Test("another recipient, sender, info, additional data or mode does not open")
    func otherContext() throws {
        let message = Array("message".utf8)
        let other = try X25519.PrivateKey()
        let (auth, base) = (try seal(message, mode: .auth), try seal(message, mode: .base))
        func refused(
            _ sealed: [UInt8], with recipient: X25519.PrivateKey, from sender: X25519.PublicKey?,
            info: [UInt8], header: [UInt8], sourceLocation: SourceLocation = #_sourceLocation
        ) {
            #expect(throws: CryptoError.authenticationFailure, sourceLocation: sourceLocation) {
                try HPKE.open(
                    sealed.span, with: recipient, from: sender, info: info.span, authenticating: header)
            }
        }
        refused(auth, with: other, from: sender.publicKey, info: info, header: header)
        refused(auth, with: recipient, from: other.publicKey, info: info, header: header)
        refused(auth, with: recipient, from: sender.publicKey, info: info + [0], header: header)
        refused(auth, with: recipient, from: sender.publicKey, info: info, header: header + [0])
        refused(auth, with: recipient, from: nil, info: info, header: header)
        refused(base, with: recipient, from: sender.publicKey, info: info, header: header)
        refused(base, with: other, from: nil, info: info, header: header)
        refused(base, with: recipient, from: nil, info: [], header: header)
        refused(base, with: recipient, from: nil, info: info, header: [])
    }

    @Test("another pre-shared key, another name of it, none, and one in mode Auth do not open")
    func otherPreSharedKey() throws {
        let (authPSK, auth) = (try seal([1], mode: .authPSK), try seal([1], mode: .auth))
        guard case .stored(let key, _) = psk else { return }
        let other = HPKE.PreSharedKey.stored(try SecretMemory(randomByteCount: 32), id: psk.id)
        func refused(_ sealed: [UInt8], sharing psk: HPKE.PreSharedKey?) {
            #expect(throws: CryptoError.authenticationFailure) {
                try HPKE.open(
                    sealed.span, with: recipient, from: sender.publicKey, sharing: psk, info: info.span,
                    authenticating: header)
            }
        }
        refused(authPSK, sharing: other)
        refused(authPSK, sharing: .stored(key, id: Array("nam".utf8)))
        refused(authPSK, sharing: nil)
        refused(auth, sharing: psk)
    }

    @Test("a pre-shared key without a sender, whose mode the format does not have, neither seals nor opens")
    func preSharedKeyWithoutSender() throws {
        var output: [UInt8] = []
        #expect(throws: CryptoError.unavailable) {
            try HPKE.seal(
                [1].span, to: recipient.publicKey, from: nil, sharing: psk, info: info.span, appendingTo: &output)
        }
        let sealed = try seal([1], mode: .authPSK)
        #expect(throws: CryptoError.unavailable) {
            try HPKE.open(sealed.span, with: recipient, from: nil, sharing: psk, info: info.span)
        }
        #expect(output.isEmpty)
    }

    @Test("info and additional data do not run into each other")
    func boundary() throws {
        var sealed: [UInt8] = []
        try HPKE.seal(
            [1].span, to: recipient.publicKey, from: nil, info: [1, 2].span, authenticating: [3],
            appendingTo: &sealed)
        #expect(throws: CryptoError.authenticationFailure) {
            try HPKE.open(
                sealed.span, with: recipient, from: nil, info: [1].span, authenticating: [2, 3])
        }
    }

    @Test("two ciphertexts of one message share no bytes")
    func freshKeys() throws {
        let message = Array("message".utf8)
        let (first, second) = (try seal(message, mode: .auth), try seal(message, mode: .auth))
        #expect(first.prefix(32) != second.prefix(32))
        #expect(first.dropFirst(32) != second.dropFirst(32))
    }
}
