import CryptoPrimitives
import Foundation
import TestSupport
import Testing

@testable import KeyManagement

/// The rules of wire-format.md §5.6, at their edges.
@Suite("The chain of an enrolled key")
struct ChainTests {
    private static let day: UInt32 = 86_400

    private func chain(_ day: UInt16, lifetime: Int = 7) throws -> Chain {
        try Chain(SecretMemory(randomByteCount: 32), day: day, lifetime: lifetime, isPostQuantum: false)
    }

    /// A key of a device, with a chain from day 100 on.
    private func key(_ state: KeyState, awaits: Bool = false, isEnrolled: Bool = true) throws -> Key {
        var enrolment = Enrolment(chain: try chain(100))
        if awaits {
            enrolment.awaits = AwaitedConfirmation(
                answer: try SecretMemory(randomByteCount: 32), confirmation: try SecretMemory(randomByteCount: 32))
        }
        return Key(
            .device, .pair(try X25519.PrivateKey()), state: state, created: 1, enrolment: isEnrolled ? enrolment : nil)
    }

    private func phone(_ keys: Key...) -> Keyring { Keyring(name: "phone", role: .device, keys: keys) }

    @Test("a message lives 1 to 30 days, and a link has 32 bytes")
    func limits() throws {
        for lifetime in [1, 30] { #expect(try chain(0, lifetime: lifetime).lifetime == lifetime) }
        for lifetime in [-1, 0, 31] { expectError(.malformed) { try chain(0, lifetime: lifetime) } }
        expectError(.invalidKey) {
            try Chain(SecretMemory(randomByteCount: 31), day: 0, lifetime: 7, isPostQuantum: false)
        }
    }

    @Test("a chain has the key of its own day and of each later one, and of no earlier one")
    func days() throws {
        let chain = try chain(100)
        #expect(chain.key(of: 99) == nil && chain.key(of: 0) == nil)
        #expect(chain.key(of: 100) != nil && chain.key(of: 101) != nil)
    }

    @Test("a day is kept for the lifetime and an hour after it, and no chain moves back")
    func keptDays() throws {
        let chain = try chain(100)
        let end = 101 * Self.day + 7 * Self.day + 3600
        for time in [0, end - 8 * Self.day, end - 1] { #expect(try chain.advanced(to: time) == nil) }
        let next = try #require(try chain.advanced(to: end))
        #expect(next.day == 101 && next.lifetime == 7)
        #expect(try next.advanced(to: end) == nil)
    }

    @Test("nothing is written where nothing changes, and only a device has chains to move")
    func unchanged() throws {
        var phone = phone(try key(.retiring(until: 10_000_000)), try key(.active))
        let text = try phone.string
        let time = 108 * Self.day
        for opened in [nil, phone.keys[1].thumbprint] {
            #expect(try !phone.advance(to: time, opened: opened))
            #expect(try phone.string == text && phone.unsavedEvents.isEmpty)
        }
        var bank = try Keyring.generate(name: "bank", role: .provider, at: 1)
        expectError(.wrongRole) { _ = try bank.advance(to: time, opened: nil) }
    }

    @Test("each key with a chain moves forward, in every state")
    func every() throws {
        var phone = phone(
            try key(.retiring(until: 100_000_000)), try key(.active), try key(.revoked), try key(.pending))
        #expect(try phone.advance(to: 109 * Self.day, opened: nil))
        #expect(phone.keys.map { $0.enrolment?.chain?.day } == [101, 101, 101, 101])
        #expect(phone.unsavedEvents.isEmpty)
    }

    @Test("a retiring key of any suite is erased once, an hour after its end", arguments: [true, false])
    func erasure(isEnrolled: Bool) throws {
        var phone = phone(try key(.retiring(until: 8_000_000), isEnrolled: isEnrolled), try key(.active))
        let old = phone.keys[0].thumbprint
        #expect(try !phone.advance(to: 8_003_600, opened: nil))
        #expect(phone.keys[0].isSecret)
        #expect(try phone.advance(to: 8_003_601, opened: nil))
        #expect(!phone.keys[0].isSecret && phone.keys[0].enrolment?.chain == nil && phone.keys[1].isSecret)
        #expect(phone.unsavedEvents == [KeyEvent(.erase, old, at: Date(unixTime: 8_003_601))])
        #expect(try !phone.advance(to: 8_003_602, opened: nil))
        #expect(phone.unsavedEvents.count == 1)
    }

    // MARK: - Confirmation by a push

    @Test("a push that opens confirms the key that it names and no other")
    func confirming() throws {
        var phone = phone(try key(.active), try key(.pending, awaits: true))
        let awaiting = phone.keys[1].thumbprint
        #expect(try !phone.advance(to: 8_000_000, opened: phone.keys[0].thumbprint))
        #expect(phone.keys.map(\.state) == [.active, .pending] && phone.awaitedAnswer?.key == awaiting)
        #expect(try phone.advance(to: 8_000_000, opened: awaiting))
        // The lifetime of 7 days, and a day.
        #expect(phone.keys.map(\.state) == [.retiring(until: Date(unixTime: 8_000_000 + 8 * Self.day)), .active])
        #expect(phone.awaitedAnswer == nil)
    }

    @Test("with the confirmation of a key, older ones in use or that wait retire, and no other key changes its state")
    func older() throws {
        let ended = KeyState.retiring(until: 8_100_000)
        var phone = phone(
            try key(.revoked), try key(ended), try key(.active), try key(.pending, awaits: true), try key(.pending),
            try key(.pending, awaits: true), try key(.pending, awaits: true))
        #expect(try phone.advance(to: 8_000_000, opened: phone.keys[5].thumbprint))
        let retiring = KeyState.retiring(until: Date(unixTime: 8_000_000 + 8 * Self.day))
        #expect(
            phone.keys.map(\.state) == [.revoked, ended, retiring, retiring, .pending, .active, .pending])
        #expect(phone.awaitedAnswer?.key == phone.keys[6].thumbprint)
    }

    @Test(
        "a key that was revoked or retired while it waited takes no confirmation, and no other key changes its state",
        arguments: [KeyState.revoked, .retiring(until: 9)])
    func revoked(state: KeyState) throws {
        var phone = phone(try key(state, awaits: true), try key(.active))
        let waiting = phone.keys[0]
        let proof = try #require(waiting.enrolment?.awaits?.confirmation.bytes)
        #expect(phone.awaitedAnswer == nil)
        expectError(.noAnswer) { try phone.finish(KeyConfirmation(key: waiting.thumbprint, proof: proof), at: 5) }
        #expect(phone.keys.map(\.state) == [state, .active])
    }
}
