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

    private func seal(pinned: Int? = nil, audience: String? = nil, after seconds: Double = 0) throws -> OpenedPush {
        let clock = WallClock.fixed(Self.now + seconds)
        let sealer = try Sealer(from: provider, topic: "a", audience: "all", clock: clock)
        let push = try sealer.with(audience: audience).seal(
            Payload(alert: Alert(title: "t")),
            to: Recipient(#require(try device.primary.devicePublicKey), pinnedVersion: pinned))
        let opener = try Opener(
            keys: OpeningKeys(device: device, provider: provider.publicHalf()), topic: "a", audience: audience ?? "all",
            clock: clock)
        return try opener.open(push.body)
    }

    @Test("a sealer for another audience has the same keys, topic and clock", arguments: [nil, "", "jane"])
    func audience(audience: String?) throws {
        #expect(try seal(audience: audience).payload["aps"] != nil)
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

    @Test("the key that the device has pinned signs until its grace ends, and then the new one")
    func pinnedVersion() throws {
        #expect(provider.keys.map(\.setVersion) == [1, 2])
        #expect(try seal(pinned: 2).envelope.sender == current.thumbprint)
        for pinned in [nil, 1, 3] {
            #expect(try seal(pinned: pinned, after: 3589).envelope.sender == former.thumbprint)
            #expect(try seal(pinned: pinned, after: 3590).envelope.sender == current.thumbprint)
        }
    }
}
