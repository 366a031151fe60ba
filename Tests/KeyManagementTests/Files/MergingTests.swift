import CryptoPrimitives
import Foundation
import StrictJSON
import TestSupport
import Testing

@testable import KeyManagement

/// A copy adds what is missing (keys.md §4); what is here counts for the rest.
@Suite("Merging a copy of a keyring")
struct MergingTests {
    /// A provider's keyring with a revoked, a retiring and an active key, of version 5.
    private func bank() throws -> Keyring {
        var bank = try Keyring.generate(name: "bank", role: .provider, at: 1)
        try bank.rotate(grace: .days(1), at: 2)
        try bank.rotate(grace: .days(1), at: 3)
        try bank.revoke(bank.keys[0].thumbprint, at: 4)
        try bank.retire(bank.keys[1].thumbprint, grace: .seconds(100), at: 5)
        bank.unsavedEvents = []
        return bank
    }

    private func empty() -> Keyring { Keyring(name: "bank", role: .provider, keys: []) }

    @Test("keys of a lost keyring keep the versions by which devices know them, with a published set or without")
    func versions() throws {
        let bank = try bank()
        for published in [nil, try bank.publicHalf()] {
            var restored = empty()
            try restored.restore(bank, published: published, at: 9)
            #expect(restored.keys.map(\.setVersion) == [1, 2, 3])
            #expect(restored.keys.map(\.state) == bank.keys.map(\.state) && restored.setVersion == 6)
        }
        // A key that was not published has the next version, also where the keyring has none yet.
        var published = try bank.publicHalf()
        published.keys.removeLast()
        var restored = empty()
        try restored.restore(bank, published: published, at: 9)
        #expect(restored.keys.map(\.setVersion) == [1, 2, 6])
    }

    @Test("a copy changes no key whose secret is here: neither its chain nor an unknown member moves back")
    func known() throws {
        var phone = try Keyring.enrolled(name: "phone", lifetime: 7, at: Date(unixTime: 101 * 86_400))
        let copy = phone
        #expect(try phone.advance(to: 110 * 86_400, opened: nil))
        let day = try #require(phone.keys[0].enrolment?.chain?.day)
        #expect(day == 102)
        phone.keys[0].otherMembers["note"] = "new"
        let text = try phone.string
        try phone.restore(copy, at: Date(unixTime: 110 * 86_400))
        #expect(try phone.string == text && phone.unsavedEvents.isEmpty)
    }

    @Test("a copy without secrets changes no key that is here")
    func publicCopy() throws {
        let bank = try bank()
        var copy = Keyring.forPublicKeys(name: "bank", role: .provider)
        for key in bank.keys { try copy.pin(#require(key.providerPublicKey), state: .pending, at: 1) }
        for keyring in [bank, try bank.publicHalf()] {
            var restored = keyring
            try restored.restore(copy, at: 9)
            #expect(try restored.string == keyring.string)
        }
    }

    @Test("a lost secret comes back to a key that can still open, with the state that the key has here")
    func secrets() throws {
        let bank = try bank()
        // The clock is a minute behind at most: the second key ends at 105.
        for (now, isRestored) in [(165, true), (166, false)] as [(Date, Bool)] {
            var restored = try bank.publicHalf()
            try restored.restore(bank, at: now)
            #expect(restored.keys.map(\.isSecret) == [false, isRestored, true])
            #expect(restored.keys.map(\.state) == bank.keys.map(\.state))
        }
    }

    @Test("the set that two changed copies make has a version that neither had")
    func otherSet() throws {
        let bank = try bank()
        var lacking = bank
        lacking.keys.removeLast()
        try lacking.restore(lacking, published: bank.publicHalf(), at: 9)
        #expect(lacking.setVersion == 6)
        // The same set stays the same.
        var same = bank
        try same.restore(bank, published: bank.publicHalf(), at: 9)
        #expect(same.setVersion == 5 && same.issued == bank.issued)
    }

    @Test("states of a published keyring move forward only, and its unknown keys are not added")
    func published() throws {
        let bank = try bank()
        var published = try bank.publicHalf()
        published.keys[0].state = .active
        published.keys[1].state = .retiring(until: 200)
        published.keys[2].state = .retiring(until: 300)
        try published.keys.append(
            Key(.provider, .publicHalf(ProviderKey().publicKey.point), state: .active, created: 1))
        var restored = bank
        try restored.restore(bank, published: published, at: 9)
        #expect(restored.keys.map(\.state) == [.revoked, .retiring(until: 105), .retiring(until: 300)])
    }

    // MARK: - The log

    @Test("a log moves the states of a copy forward only, and erases what it says")
    func log() throws {
        let bank = try bank()
        let keys = bank.keys.map(\.thumbprint)
        let log: [KeyEvent?] = [
            KeyEvent(.retire, keys[0], at: 3, until: 90), KeyEvent(.retire, keys[1], at: 3, until: 900),
            KeyEvent(.activate, keys[1], at: 4), KeyEvent(.retire, keys[2], at: 5),
            KeyEvent(.erase, keys[0], at: 6), KeyEvent(.revoke, try ProviderKey().publicKey.thumbprint, at: 6),
        ]
        let copy = bank.following(log)
        #expect(copy.keys.map(\.state) == [.revoked, .retiring(until: 105), .retiring(until: 5)])
        #expect(copy.keys.map(\.isSecret) == [false, true, true])
        #expect(bank.following([KeyEvent(.revoke, keys[2], at: 7)]).keys[2].state == .revoked)
        #expect(bank.following([]).keys.map(\.state) == bank.keys.map(\.state))
    }

    @Test("a removal takes every key, and only those come back that were added after it")
    func removal() throws {
        let bank = try bank()
        let keys = bank.keys.map(\.thumbprint)
        #expect(bank.following([KeyEvent(.add, keys[0], at: 1), nil]).keys.isEmpty)
        let copy = bank.following([nil, KeyEvent(.add, keys[1], at: 1), KeyEvent(.activate, keys[2], at: 1)])
        #expect(copy.keys.map(\.thumbprint) == [keys[1]])
        var shared = try Keyring.generate(name: "pair", role: .shared, at: 1)
        let old = try shared.primary.thumbprint
        try shared.rotate(at: 2)
        // A symmetric key has no public half that stays.
        #expect(shared.following([KeyEvent(.erase, old, at: 3)]).keys.map(\.thumbprint) == [shared.keys[1].thumbprint])
    }

    // MARK: - Behind a published set

    @Test("a keyring is behind a set of a later version, and one that lacks a key or a state of its own version's set")
    func behind() throws {
        let bank = try bank()
        let published = try bank.publicHalf()
        #expect(!bank.isBehind(published) && bank.keysBehind(published).isEmpty)
        var lacking = bank
        lacking.keys.removeLast()
        #expect(lacking.isBehind(published))
        #expect(lacking.keysBehind(published).map(\.thumbprint) == [bank.keys[2].thumbprint])
        // A later set may lack keys, but no state is taken back in it.
        lacking.setVersion = 6
        #expect(!lacking.isBehind(published) && lacking.keysBehind(published).isEmpty)
        lacking.keys[0].state = .active
        #expect(lacking.isBehind(published))
        #expect(lacking.keysBehind(published).map(\.thumbprint) == [bank.keys[0].thumbprint])
        var later = published
        later.setVersion = 6
        #expect(bank.isBehind(later))
        var other = bank
        other.keys[2].state = .revoked
        #expect(other.isBehind(published) && other.keysBehind(published).isEmpty)
    }

    @Test("a keyring without a version is not behind one that lacks its latest key")
    func withoutVersion() throws {
        var phone = try Keyring.generate(name: "phone", role: .device, at: 1)
        let published = try phone.publicHalf()
        try phone.rotate(at: 2)
        #expect(!phone.isBehind(published) && phone.isRelated(to: published))
        #expect(try published.isBehind(phone.publicHalf()))
    }

    @Test("keyrings are related by a key of the same role")
    func related() throws {
        func keyring(_ role: String, _ x: String...) throws -> Keyring {
            let keys = x.map { KnownKeys.point(role: role, x: $0) }.joined(separator: ",")
            return try Keyring("{\"keys\":[\(keys)]}")
        }
        let one = try keyring("provider", KnownKeys.alice, KnownKeys.bob)
        #expect(try one.isRelated(to: keyring("provider", KnownKeys.publicHalf, KnownKeys.bob)))
        #expect(try !one.isRelated(to: keyring("provider", KnownKeys.publicHalf)))
        #expect(try !one.isRelated(to: keyring("device", KnownKeys.bob)))
    }
}
