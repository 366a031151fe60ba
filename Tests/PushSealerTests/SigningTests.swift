import Foundation
import KeyManagement
import PushOpener
import PushPayload
import PushSealer
import TestSupport
import Testing

@Suite("Audience and signing key of a push")
struct SigningTests {
    private static let now: Date = 1_795_263_600
    private let device: Keyring
    private var provider: Keyring
    private let former, current: Key

    init() throws {
        device = try Keyring.generate(name: "device", role: .device)
        provider = try Keyring.generate(name: "provider", role: .provider, at: Self.now - 100)
        former = try provider.primary
        current = try provider.rotate(grace: .seconds(3600), at: Self.now - 10)
    }

    private func seal(_ signingKey: SigningKey, audience: String? = nil, after seconds: Double = 0) throws -> OpenedPush
    {
        let clock = WallClock.fixed(Self.now + seconds)
        let sealer = try Sealer(from: provider, topic: "a", audience: "all", clock: clock)
        let push = try sealer.with(audience: audience).seal(
            Payload(alert: Alert(title: "t")), to: #require(try device.primary.devicePublicKey), signingKey: signingKey)
        let opener = try Opener(
            keys: OpeningKeys(device: device, provider: provider.publicHalf()), topic: "a", audience: audience ?? "all",
            clock: clock)
        return try opener.open(push.body)
    }

    @Test("a sealer for another audience has the same keys, topic and clock", arguments: [nil, "", "jane"])
    func audience(audience: String?) throws {
        #expect(try seal(.primary, audience: audience).payload["aps"] != nil)
    }

    @Test("a sealer for another topic has the same audience, and a topic of more than 65535 bytes is refused")
    func topic() throws {
        let sealer = try Sealer(topic: "a", audience: "all", clock: .fixed(Self.now))
        let key = try #require(try device.primary.devicePublicKey)
        let push = try sealer.with(topic: "b").seal(Payload(alert: Alert(title: "t")), to: key)
        let opener = try Opener(
            keys: OpeningKeys(device: device), topic: "b", audience: "all", clock: .fixed(Self.now))
        #expect(try opener.open(push.body).payload.aps.alert?.title == "t")
        #expect(push.headers.topic == "b")
        for (topic, audience) in [
            (String(repeating: "é", count: 32_768), nil), (nil, String(repeating: "a", count: 65_536)),
        ] {
            let error = #expect(throws: SealError.self) { try sealer.with(topic: topic, audience: audience) }
            #expect(error?.code == .contextTooLong)
        }
    }

    @Test("a keyring whose last key was revoked and one that was removed are refused with different codes")
    func followed() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "sealedpush-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let directory = KeyDirectory(path)
        let sealer = try Sealer(
            from: directory.generate("bank", role: .provider), topic: "a", refresh: RefreshPolicy(interval: .zero))
        let key = try #require(try device.primary.devicePublicKey)
        func code() -> SealError.Code? {
            #expect(throws: SealError.self) { try sealer.seal(Payload(alert: Alert(title: "t")), to: key) }?.code
        }
        try directory.change("bank") { try $0.revoke($0.primary.thumbprint, at: 1) }
        #expect(code() == .noActiveKey)
        try directory.remove("bank") as Void
        #expect(code() == .keyringUnavailable)
    }

    @Test("the primary key signs unless the former one is asked for")
    func primary() throws {
        #expect(try seal(.primary).envelope.sender == current.thumbprint)
    }

    @Test("the former key signs until the time that is given, and until its grace ends")
    func formerKey() throws {
        let end = Self.now + 60
        #expect(try seal(.former(until: end)).envelope.sender == former.thumbprint)
        #expect(try seal(.former(until: end), after: 59).envelope.sender == former.thumbprint)
        #expect(try seal(.former(until: end), after: 60).envelope.sender == current.thumbprint)
        #expect(try seal(.former(until: .distantFuture), after: 3590).envelope.sender == former.thumbprint)
        #expect(try seal(.former(until: .distantFuture), after: 3591).envelope.sender == current.thumbprint)
    }

    @Test("the former key is the one before, though the grace of an older one is longer")
    func olderKey() throws {
        var bank = try Keyring.generate(name: "bank", role: .provider, at: Self.now - 300)
        try bank.rotate(grace: .days(30), at: Self.now - 200)
        let before = try bank.primary
        try bank.rotate(grace: .days(7), at: Self.now - 100)
        let signed = try SigningKeys(bank).key(.former(until: .distantFuture), at: Self.now)
        #expect(signed.publicKey.thumbprint == before.thumbprint)
        // The order of the keys in a file that another program wrote is not that of their times.
        let turned = Keyring(name: "bank", role: .provider, keys: bank.keys.reversed())
        let key = try SigningKeys(turned).key(.former(until: .distantFuture), at: Self.now)
        #expect(key.publicKey.thumbprint == before.thumbprint)
    }

    @Test("of two former keys that were made in one second, the one that is later in the file signs")
    func sameSecond() throws {
        var bank = try Keyring.generate(name: "bank", role: .provider, at: Self.now - 300)
        let later = try bank.rotate(grace: .days(30), at: Self.now - 300)
        try bank.rotate(grace: .days(30), at: Self.now - 100)
        let signed = try SigningKeys(bank).key(.former(until: .distantFuture), at: Self.now)
        #expect(signed.publicKey.thumbprint == later.thumbprint)
    }
}
