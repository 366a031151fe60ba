import Testing

@testable import CryptoPrimitives

@Suite("HPKE against the vectors of RFC 9180")
struct HPKEVectorTests {
    @Test("the file has one vector of our suite for each of the modes Base (0), Auth (2) and AuthPSK (3)")
    func modes() throws {
        let vectors = try HPKEVector.all()
        #expect(vectors.allSatisfy { ($0.kemID, $0.kdfID, $0.aeadID) == (0x0020, 0x0001, 0x0003) })
        #expect(vectors.map(\.mode) == [0, 2, 3])
    }

    @Test("the public keys are those of the secret keys", arguments: [HPKE.Mode.base, .auth, .authPSK])
    func publicKeys(mode: HPKE.Mode) throws {
        let vector = try HPKEVector.of(mode)
        #expect(try vector.recipient.publicKey.rawRepresentation == vector.recipientPublic.bytes)
        #expect(try vector.sender?.publicKey.rawRepresentation == vector.senderPublic?.bytes)
        #expect((vector.senderSecret != nil) == (mode != .base))
        let ephemeral = try X25519.PrivateKey(SecretMemory(copying: vector.ephemeralSecret.bytes.span))
        #expect(ephemeral.publicKey.rawRepresentation == vector.ephemeralPublic.bytes)
    }

    @Test("both sides compute the published enc and shared_secret", arguments: [HPKE.Mode.base, .auth, .authPSK])
    func encapsulation(mode: HPKE.Mode) throws {
        let vector = try HPKEVector.of(mode)
        let recipient = try vector.recipient
        let sender = try vector.sender
        try withSecretScratch(byteCount: 4 * 32) { scratch in
            let (ephemeral, enc) = (scratch.part(0, 32), scratch.part(32, 32))
            let (sent, received) = (scratch.part(64, 32), scratch.part(96, 32))
            ephemeral.copyBytes(from: vector.ephemeralSecret.bytes)
            try HPKE.DHKEM.encapsulate(
                to: recipient.publicKey, from: sender, ephemeral: ephemeral, encapsulatedKey: enc,
                sharedSecret: sent)
            #expect(Array(enc) == vector.encapsulatedKey.bytes)
            #expect(Array(sent) == vector.sharedSecret.bytes)
            try HPKE.DHKEM.decapsulate(
                UnsafeRawBufferPointer(enc), with: recipient, from: sender?.publicKey, sharedSecret: received)
            #expect(Array(received) == vector.sharedSecret.bytes)
        }
    }

    @Test("every value of the key schedule is the published one", arguments: [HPKE.Mode.base, .auth, .authPSK])
    func keySchedule(mode: HPKE.Mode) throws {
        let vector = try HPKEVector.of(mode)
        try vector.withKeySchedule(mode: mode) { schedule in
            #expect(Array(schedule.context) == vector.keyScheduleContext.bytes)
            #expect(Array(schedule.secret) == vector.secret.bytes)
            #expect(Array(schedule.key) == vector.key.bytes)
            #expect(Array(schedule.nonce) == vector.baseNonce.bytes)
            withSecretScratch(byteCount: 32) { exporterSecret in
                HPKE.expand(
                    HPKE.suiteID, schedule.secret, label: "exp", info: schedule.context, into: exporterSecret)
                #expect(Array(exporterSecret) == vector.exporterSecret.bytes)
            }
        }
    }

    @Test("every encryption is the published one and opens", arguments: [HPKE.Mode.base, .auth, .authPSK])
    func encryptions(mode: HPKE.Mode) throws {
        let vector = try HPKEVector.of(mode)
        try vector.withKeySchedule(mode: mode) { schedule in
            for (sequence, encryption) in vector.encryptions.enumerated() {
                var nonce = Array(schedule.nonce)
                nonce[11] ^= UInt8(sequence)
                #expect(nonce == encryption.nonce.bytes)
                #expect(encryption.aad.bytes == Array("Count-\(sequence)".utf8))
                let key = Array(schedule.key)
                let ciphertext = try ChaCha20Poly1305.sealed(
                    encryption.pt.bytes, key: key, nonce: nonce, additionalData: encryption.aad.bytes)
                #expect(ciphertext == encryption.ct.bytes, "sequence \(sequence)")
                let message = try ChaCha20Poly1305.opened(
                    encryption.ct.bytes, key: key, nonce: nonce, additionalData: encryption.aad.bytes)
                #expect(message == encryption.pt.bytes, "sequence \(sequence)")
            }
        }
        #expect(vector.encryptions.count == 12)
    }

    @Test("every export follows from the exporter secret", arguments: [HPKE.Mode.base, .auth, .authPSK])
    func exports(mode: HPKE.Mode) throws {
        let vector = try HPKEVector.of(mode)
        for export in vector.exports {
            // RFC 9180 §5.3: LabeledExpand(exporter_secret, "sec", exporter_context, L)
            withSecretScratch(byteCount: 32 + export.byteCount) { scratch in
                let exporterSecret = scratch.part(0, 32)
                let exported = scratch.part(32, export.byteCount)
                exporterSecret.copyBytes(from: vector.exporterSecret.bytes)
                HPKE.expand(
                    HPKE.suiteID, exporterSecret, label: "sec", info: export.context.bytes, into: exported)
                #expect(Array(exported) == export.value.bytes)
            }
        }
        #expect(vector.exports.count == 3)
    }

    @Test("one call seals to the first encryption of the vector", arguments: [HPKE.Mode.base, .auth, .authPSK])
    func singleShotSeal(mode: HPKE.Mode) throws {
        let vector = try HPKEVector.of(mode)
        let first = try #require(vector.encryptions.first)
        var output: [UInt8] = [0xaa, 0xbb]
        try HPKE.seal(
            first.pt.bytes.span, to: X25519.PublicKey(vector.recipientPublic.bytes.span), from: vector.sender,
            sharing: vector.preSharedKey, info: vector.info.bytes.span, authenticating: first.aad.bytes,
            randomness: .script(vector.ephemeralSecret.bytes), appendingTo: &output)
        #expect(output == [0xaa, 0xbb] + vector.encapsulatedKey.bytes + first.ct.bytes)
    }

    @Test("one call opens the first encryption of the vector", arguments: [HPKE.Mode.base, .auth, .authPSK])
    func singleShotOpen(mode: HPKE.Mode) throws {
        let vector = try HPKEVector.of(mode)
        let first = try #require(vector.encryptions.first)
        let sealed = vector.encapsulatedKey.bytes + first.ct.bytes
        let senderPublic = try vector.senderPublic.map { try X25519.PublicKey($0.bytes.span) }
        let message = try HPKE.open(
            sealed.span, with: vector.recipient, from: senderPublic, sharing: vector.preSharedKey,
            info: vector.info.bytes.span,
            authenticating: first.aad.bytes)
        #expect(message == first.pt.bytes)
    }
}

extension HPKEVector {
    /// Lends the key schedule that follows from the vector's shared secret.
    fileprivate func withKeySchedule(mode: HPKE.Mode, _ body: (HPKE.KeySchedule) throws -> Void) throws {
        try withSecretScratch(byteCount: HPKE.KeySchedule.scratchByteCount + 32) { scratch in
            let shared = scratch.part(HPKE.KeySchedule.scratchByteCount, 32)
            shared.copyBytes(from: sharedSecret.bytes)
            try body(
                HPKE.KeySchedule(
                    mode: mode, sharedSecret: shared, info: info.bytes.span, psk: preSharedKey, scratch: scratch))
        }
    }
}
