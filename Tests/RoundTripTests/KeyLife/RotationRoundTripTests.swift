import Foundation
import KeyManagement
import PushOpener
import PushPayload
import PushSealer
import TestSupport
import Testing

@Suite("Pushes through the life of their keys")
struct RotationRoundTripTests {
    private static let rotation: Date = 1_800_000_000
    private static let week = Duration.days(7)
    private let payload = Payload(alert: Alert(title: "Payment received", body: "€ 240"))
    private var device: Keyring
    private var provider: Keyring

    init() throws {
        device = try Keyring.generate(name: "phone", role: .device, at: 1_700_000_000)
        provider = try Keyring.generate(name: "bank", role: .provider, at: 1_700_000_000)
    }

    private func seal(at now: Date) throws -> [UInt8] {
        let sealer = try Sealer(from: provider, topic: "com.example.bank", clock: .fixed(now))
        let key = try #require(try device.primary.devicePublicKey)
        return try sealer.seal(payload, to: key).body
    }

    private func open(_ body: [UInt8], at now: Date) throws -> OpenedPush {
        let keys = try OpeningKeys(device: device, provider: provider.publicHalf())
        return try Opener(keys: keys, topic: "com.example.bank", clock: .fixed(now)).open(body)
    }

    private func refusal(_ body: [UInt8], at now: Date) throws -> Refusal {
        do {
            _ = try open(body, at: now)
        } catch let refusal as Refusal {
            return refusal
        }
        throw Opened()
    }

    private struct Opened: Error {}

    @Test("a push sealed a second before a rotation opens a week and a minute later, and not a second after")
    func grace() throws {
        for rotates in [KeyRole.device, .provider] {
            var halves = self
            let body = try halves.seal(at: Self.rotation - 1)
            if rotates == .device {
                try halves.device.rotate(grace: Self.week, at: Self.rotation)
            } else {
                try halves.provider.rotate(grace: Self.week, at: Self.rotation)
            }
            let end = Self.rotation + 604_800
            #expect(try halves.open(body, at: end + 59).payload.aps.alert?.body == "€ 240")
            let refusal = try halves.refusal(body, at: end + 61)
            #expect(refusal.code == (rotates == .device ? .unknownKey : .unknownSender))
            #expect(refusal.keyRole == rotates)
            let id = try #require(refusal.key)
            #expect(refusal.reason == "the grace of \(rotates.rawValue) key \(id) has ended")
        }
    }

    @Test("a key whose secret was erased is an unknown key, although the clock was set back into its grace")
    func erasedWithinGrace() throws {
        var halves = self
        let body = try halves.seal(at: Self.rotation - 1)
        try halves.device.rotate(grace: Self.week, at: Self.rotation)
        let end = Self.rotation + 604_800
        try halves.device.rotate(grace: Self.week, at: end + 61)
        #expect(try halves.device.eraseEndedSecrets(at: end + 60 + 604_800) == 0)
        #expect(try halves.device.eraseEndedSecrets(at: end + 61 + 604_800) == 1)
        // Without its secret the key would be tried and fail as a damaged push does.
        let refusal = try halves.refusal(body, at: end)
        #expect(refusal.code == .unknownKey && refusal.keyRole == .device)
        let id = try #require(refusal.key)
        #expect(refusal.reason == "the secret of device key \(id) was erased")
    }

    @Test(
        "after a rotation the former key seals until the provider knows that the device has the new one, as its report says"
    )
    func after() throws {
        var halves = self
        let new = try halves.device.rotate(grace: Self.week, at: Self.rotation)
        let former = try halves.provider.primary
        try halves.provider.rotate(grace: Self.week, at: Self.rotation)
        let push = try halves.open(halves.seal(at: Self.rotation), at: Self.rotation)
        #expect(push.envelope.recipient == new.thumbprint && push.envelope.sender == former.thumbprint)
        let reports = try halves.keys.reports(on: push, at: Self.rotation)
        #expect(reports.map(\.subject) == [.sender] && reports.map(\.pinnedVersion) == [halves.provider.setVersion])
    }

    @Test("a revoked key is refused with its code")
    func revoked() throws {
        var halves = self
        let body = try halves.seal(at: Self.rotation)
        try halves.provider.revoke(halves.provider.primary.thumbprint, at: Self.rotation)
        let byProvider = try halves.refusal(body, at: Self.rotation)
        #expect(byProvider.code == .revokedKey && byProvider.keyRole == .provider)
        halves = self
        try halves.device.revoke(halves.device.primary.thumbprint, at: Self.rotation)
        let ofDevice = try halves.refusal(body, at: Self.rotation)
        #expect(ofDevice.code == .revokedKey && ofDevice.keyRole == .device)
    }

    @Test("after old secrets are erased the new key opens, and the old id is still known")
    func erased() throws {
        var halves = self
        let body = try halves.seal(at: Self.rotation - 1)
        try halves.device.rotate(grace: .zero, at: Self.rotation)
        try halves.device.rotate(grace: Self.week, at: Self.rotation + 61)
        #expect(try halves.device.eraseEndedSecrets(at: Self.rotation + 61 + 604_800) == 1)
        let refusal = try halves.refusal(body, at: Self.rotation + 1)
        #expect(refusal.code == .unknownKey)
        #expect(try halves.keys.report(on: refusal, at: Self.rotation + 1)?.standing == .ended)
        _ = try halves.open(halves.seal(at: Self.rotation + 1), at: Self.rotation + 1)
    }

    @Test("a push by a retiring key opens, and the provider is told to move on")
    func retiring() throws {
        var halves = self
        let body = try halves.seal(at: Self.rotation - 1)
        try halves.device.rotate(grace: Self.week, at: Self.rotation)
        let push = try halves.open(body, at: Self.rotation)
        let reports = try halves.keys.reports(on: push, at: Self.rotation)
        #expect(reports.map(\.action) == [.update])
        #expect(try reports.first?.current == halves.device.primary.thumbprint)
    }

    @Test("a push by a retiring shared key opens, and the provider is told to move on")
    func retiringShared() throws {
        var shared = try Keyring.generate(name: "phones", role: .shared, purposes: ["alert"], at: 1_700_000_000)
        let sealer = try Sealer(topic: "com.example.bank", clock: .fixed(Self.rotation - 1))
        let body = try sealer.seal(payload, with: #require(try shared.primary.sharedKey)).body
        try shared.rotate(grace: Self.week, at: Self.rotation)
        let keys = try OpeningKeys(device: device, shared: shared)
        let push = try Opener(keys: keys, topic: "com.example.bank", clock: .fixed(Self.rotation)).open(body)
        let reports = keys.reports(on: push, at: Self.rotation)
        #expect(reports.map(\.standing) == [.retiring] && reports.map(\.action) == [.update])
    }

    @Test("a push to another device and one by an unpinned provider have different codes")
    func unknown() throws {
        var halves = self
        let body = try halves.seal(at: Self.rotation)
        halves.device = try Keyring.generate(name: "other", role: .device)
        let toOther = try halves.refusal(body, at: Self.rotation)
        #expect(toOther.reason == "no device key has id \(try #require(toOther.key))")
        #expect(try halves.keys.report(on: toOther, at: Self.rotation)?.action == .reRegister)
        halves = self
        halves.provider = try Keyring.generate(name: "other", role: .provider)
        let byOther = try halves.refusal(body, at: Self.rotation)
        #expect(try halves.keys.report(on: byOther, at: Self.rotation)?.action == .wait)
    }

    @Test("each of several pinned providers is accepted, and revoked separately")
    func severalProviders() throws {
        var pinned = Keyring.forPublicKeys(name: "pins", role: .provider)
        let other = try Keyring.generate(name: "shop", role: .provider, at: 1)
        for keyring in [provider, other] { try pinned.pin(#require(try keyring.primary.providerPublicKey), at: 1) }
        let key = try #require(try device.primary.devicePublicKey)
        let bodies = try [provider, other].map {
            try Sealer(from: $0, topic: "", clock: .fixed(Self.rotation)).seal(payload, to: key).body
        }
        for body in bodies {
            let opener = try Opener(
                keys: OpeningKeys(device: device, provider: pinned), topic: "", clock: .fixed(Self.rotation))
            _ = try opener.open(body)
        }
        try pinned.revoke(other.primary.thumbprint, at: 2)
        let opener = try Opener(
            keys: OpeningKeys(device: device, provider: pinned), topic: "", clock: .fixed(Self.rotation))
        _ = try opener.open(bodies[0])
        #expect(throws: Refusal.self) { try opener.open(bodies[1]) }
    }

    private var keys: OpeningKeys {
        get throws { try OpeningKeys(device: device, provider: provider.publicHalf()) }
    }
}
