package import CryptoPrimitives
package import Platform
package import StrictJSON

/// The chain of an enrolled device key: a secret that device and provider agree on, one link for each day (wire format §2.3).
///
/// The key of the day is the pre-shared key of suite 5. The provider's copy never changes; the device moves its own forward.
package struct Chain: Sendable {
    /// The valid lifetimes of a message, in days.
    package static let lifetimes = 1...30
    /// The seconds by which a device keeps a day longer than a message of it lives.
    package static let slack: UInt32 = 3600
    private static let label: StaticString = "sealedpush-chain-v1"

    /// The links from the first day on that can still be computed.
    package let links: KeyChain
    /// The longest life of a message, in days.
    package let lifetime: Int
    /// Whether the chain also depends on an ML-KEM-768 secret.
    package let isPostQuantum: Bool

    /// Takes the link of a day.
    ///
    /// - Throws: ``KeyError`` with `invalidKey` for another size than 32 bytes, `malformed` for another lifetime than 1 to 30 days.
    package init(
        _ link: SecretMemory, day: UInt16, lifetime: Int, isPostQuantum: Bool
    ) throws(KeyError) {
        try Self.check(lifetime)
        self.init(
            try withKeyErrors(try KeyChain(link, at: day, label: Self.label)), lifetime: lifetime,
            isPostQuantum: isPostQuantum)
    }

    /// Makes the chain on which both halves of an enrolment agree.
    init(
        mixing secrets: [SecretMemory?], transcript: [UInt8], day: UInt16, lifetime: Int, isPostQuantum: Bool
    ) throws(KeyError) {
        let links = try withKeyErrors(
            try KeyChain(mixing: secrets, transcript: transcript, at: day, label: Self.label))
        try self.init(links.link, day: day, lifetime: lifetime, isPostQuantum: isPostQuantum)
    }

    private init(_ links: KeyChain, lifetime: Int, isPostQuantum: Bool) {
        (self.links, self.lifetime, self.isPostQuantum) = (links, lifetime, isPostQuantum)
    }

    /// Refuses a lifetime of a message that is not 1 to 30 days.
    static func check(_ lifetime: Int) throws(KeyError) {
        try KeyManagement.check(
            lifetimes.contains(lifetime), .malformed, "the lifetime of a chain is 1 to 30 days, not \(lifetime)")
    }

    /// The first day that can still be computed.
    package var day: UInt16 { links.index }

    /// The longest life of a message, in seconds.
    package var lifetimeInSeconds: UInt32 { UInt32(lifetime) * 86_400 }

    /// The number of a UTC day since 1970.
    package static func day(of time: UInt32) -> UInt16 { UInt16(time / 86_400) }

    /// The pre-shared key of a day; nil for one that was erased.
    package func key(of day: UInt16) -> HPKE.PreSharedKey? { day < self.day ? nil : .link(links, at: day) }

    /// Returns the chain without the days that no reader accepts any more at an authenticated time; nil if it has none of them.
    func advanced(to time: UInt32) throws(KeyError) -> Chain? {
        let oldest = Self.day(of: time - min(time, lifetimeInSeconds + Self.slack))
        guard oldest > day else { return nil }
        return Chain(
            try withKeyErrors(try links.advanced(to: oldest)), lifetime: lifetime, isPostQuantum: isPostQuantum)
    }

    /// The proof of a half that it has the chain, and has not moved it: HMAC of a text under the first link.
    func proof(_ text: StaticString) -> [UInt8] { links.tag(of: text) }
}

/// The values that an enrolment adds to a device key, which is for suite 5 only.
package struct Enrolment: Sendable {
    /// The chain, from the device's answer on, until it is erased.
    package internal(set) var chain: Chain?
    /// The secrets of the device's offer, until its answer.
    var offer: OfferSecrets?
    /// The device's answer and the confirmation that it waits for.
    var awaits: AwaitedConfirmation?
    /// Until when the provider waits for the answer.
    var expires: Date?

    package init(chain: Chain? = nil) { self.chain = chain }
}

extension Keyring {
    /// The keyring as a provider has it: the public halves, and the chains of enrolled keys.
    package func registered() throws(KeyError) -> Keyring {
        var half = try publicHalf()
        for index in half.keys.indices where half.keys[index].enrolment != nil {
            let chain = try key(half.keys[index].thumbprint).enrolment?.chain
            half.keys[index].enrolment?.chain = chain
        }
        return half
    }

    /// Makes a device's keyring with one new key in use, and a random chain from the day before on, as an enrolment leaves it.
    package static func enrolled(name: UTF8Text, lifetime: Int, at now: Date) throws(KeyError) -> Keyring {
        let day = Chain.day(of: now.unixTime)
        let link = try withKeyErrors(try SecretMemory(randomByteCount: KeyChain.linkByteCount))
        let chain = try Chain(link, day: day - min(day, 1), lifetime: lifetime, isPostQuantum: false)
        let key = Key(
            .device, .pair(try withKeyErrors(try X25519.PrivateKey())), state: .active, created: now,
            enrolment: Enrolment(chain: chain))
        return Keyring(name: name, role: .device, keys: [key])
    }
}

/// The secrets of an offer: an X25519 key, and the seed of an ML-KEM-768 key where the device has that.
struct OfferSecrets: Sendable {
    let ephemeral: X25519.PrivateKey
    let seed: SecretMemory?
    /// The last second in which the device answers a challenge.
    let until: Date
}

/// The answer that a device sent, and the confirmation that follows from the same chain.
struct AwaitedConfirmation: Sendable {
    let answer, confirmation: SecretMemory
}

extension Keyring {
    /// Moves the chains of a device forward after a message that passed every check, and erases what no reader accepts any more.
    ///
    /// `time` is the earlier one of the clock and of the message's sealing, or a time that the app trusts. The key that opened it is confirmed by that. Nothing is
    /// changed if all is as it should be.
    ///
    /// Returns whether something was changed.
    package mutating func advance(to time: UInt32, opened: Thumbprint?) throws(KeyError) -> Bool {
        try require(.device)
        let now = Date(unixTime: time)
        var isChanged = false
        if let index = keys.firstIndex(where: { $0.thumbprint == opened }), keys[index].enrolment?.awaits != nil {
            confirm(keyAt: index, at: now)
            isChanged = true
        }
        for index in keys.indices {
            if case .retiring(let until) = keys[index].state, time > UInt64(until.unixTime) + UInt64(Chain.slack) {
                guard keys[index].isSecret, let half = keys[index].publicHalf else { continue }
                keys[index] = half
                unsavedEvents.append(KeyEvent(.erase, half.thumbprint, at: now))
                isChanged = true
            } else if let chain = try keys[index].enrolment?.chain?.advanced(to: time) {
                keys[index].enrolment?.chain = chain
                isChanged = true
            }
        }
        return isChanged
    }

    /// Brings an answered key into use; each older one that is in use or waits retires.
    mutating func confirm(keyAt confirmed: Int, at now: Date) {
        keys[confirmed].enrolment?.awaits = nil
        if keys[confirmed].state == .pending { setState(.active, ofKeyAt: confirmed, at: now) }
        for index in keys.indices.prefix(confirmed)
        where keys[index].state == .active || keys[index].enrolment?.awaits != nil {
            let grace = keys[index].enrolment?.chain.map { Duration.days($0.lifetime + 1) } ?? .days(30)
            keys[index].enrolment?.awaits = nil
            setState(.retiring(until: now.adding(grace)), ofKeyAt: index, at: now)
        }
    }
}
