import Foundation
import KeyManagement
import TestSupport
import Testing

@Suite("Pinned keys and reports")
struct ReportTests {
    @Test("several providers are pinned, and each is retired and revoked separately")
    func pins() throws {
        var pinned = Keyring.forPublicKeys(name: "providers", role: .provider)
        let keys = try (0..<3).map { _ in try ProviderKey().publicKey }
        for key in keys { try pinned.pin(key, at: 1) }
        try pinned.revoke(keys[0].thumbprint, at: 2)
        try pinned.retire(keys[1].thumbprint, grace: .seconds(5), at: 2)
        #expect(pinned.keys.map(\.state) == [.revoked, .retiring(until: 7), .active])
        expectError(.duplicate) { try pinned.pin(keys[0], at: 3) }
        let reread = try Keyring(pinned.string)
        #expect(reread.keys.map(\.state) == pinned.keys.map(\.state))
        #expect(reread.keys.map(\.providerPublicKey) == keys)
    }

    @Test("a device's key is not pinned as a provider's, and no key beside secrets")
    func wrongPins() throws {
        var pinned = Keyring.forPublicKeys(name: "providers", role: .provider)
        expectError(.wrongRole) { try pinned.pin(DeviceKey().publicKey, at: 1) }
        var own = try Keyring.generate(name: "provider", role: .provider)
        expectError(.wrongHalf) { try own.pin(ProviderKey().publicKey, at: 1) }
    }

    @Test("the device reports the provider's next step for each of its keys")
    func recipient() throws {
        var device = try Keyring.generate(name: "d", role: .device, at: 1)
        let first = try device.primary.id
        #expect(report(device, first, 2) == "current ignore")
        #expect(report(device, KeyID(rawValue: 1), 2) == "unknown re-register")
        let second = try device.rotate(grace: .seconds(10), at: 4).id
        #expect(report(device, first, 14) == "retiring update")
        #expect(report(device, first, 15) == "ended update")
        #expect(device.report(on: first, at: 15).until == 14)
        #expect(try device.report(on: first, at: 15).current == device.primary.thumbprint)
        var erased = device
        try erased.rotate(at: 75)
        #expect(try erased.eraseEndedSecrets(at: 1_000_000) == 1)
        #expect(report(erased, first, 1_000_000) == "ended update")
        try device.revoke(device.primary.thumbprint, at: 16)
        #expect(report(device, second, 16) == "revoked re-register")
        #expect(report(device, first, 16) == "ended re-register")
    }

    @Test("an active key that is not the latest is superseded")
    func superseded() throws {
        let device = try Keyring(
            KnownKeys.set(
                KnownKeys.point(role: "device", life: #""state":"active","created":1"#),
                KnownKeys.point(role: "device", life: #""state":"active","created":2"#, x: KnownKeys.bob)))
        #expect(report(device, device.keys[0].id, 3) == "superseded update")
        #expect(report(device, device.keys[1].id, 3) == "current ignore")
    }

    @Test("the device reports the provider's next step for each pinned key")
    func sender() throws {
        var pinned = Keyring.forPublicKeys(name: "p", role: .provider)
        let keys = try (0..<4).map { _ in try ProviderKey().publicKey }
        for key in keys { try pinned.pin(key, at: 1) }
        try pinned.retire(keys[2].thumbprint, grace: .seconds(5), at: 1)
        try pinned.revoke(keys[3].thumbprint, at: 1)
        #expect(report(pinned, keys[0].id, 2) == "current ignore")
        #expect(report(pinned, keys[1].id, 2) == "current ignore")
        #expect(report(pinned, keys[2].id, 6) == "retiring update")
        #expect(report(pinned, keys[2].id, 7) == "ended update")
        #expect(report(pinned, keys[3].id, 2) == "revoked ignore")
        #expect(report(pinned, KeyID(rawValue: 1), 2) == "unknown wait")
    }

    @Test("a report reads back as it was written")
    func text() throws {
        var device = try Keyring.generate(name: "d", role: .device, at: 1)
        let first = try device.primary.id
        try device.rotate(grace: .seconds(10), at: 4)
        for report in [device.report(on: first, at: 5), device.report(on: KeyID(rawValue: 10), at: 5)] {
            #expect(try KeyReport(parsing: report.serialized()) == report)
        }
        #expect(
            String(decoding: device.report(on: first, at: 5).serialized(), as: UTF8.self)
                == #"{"sealedpush":"key-report-v1","about":"recipient","key":"\#(first)","standing":"retiring","#
                + #""action":"update","current":"\#(try device.primary.thumbprint)","until":14,"at":5}"#)
    }

    @Test("a provider ignores a report of a key that it never used, and a repeated report")
    func provider() throws {
        var device = try Keyring.generate(name: "d", role: .device, at: 1)
        var registration = try device.publicHalf()
        let first = try device.primary.id
        try device.rotate(grace: .zero, at: 4)
        let report = device.report(on: first, at: 5)
        #expect(registration.action(on: report) == .update)
        #expect(registration.action(on: device.report(on: KeyID(rawValue: 3), at: 5)) == .ignore)
        registration = try device.publicHalf()
        #expect(registration.action(on: report) == .ignore)
        let provider = try Keyring.generate(name: "p", role: .provider)
        #expect(provider.action(on: report) == .ignore)
        let pinned = Keyring.forPublicKeys(name: "p", role: .provider)
        #expect(try provider.action(on: pinned.report(on: provider.primary.id, at: 5)) == .wait)
    }

    @Test("a report on the provider's key names the version that is pinned, and a registration keeps it")
    func pinnedVersion() throws {
        var bank = try Keyring.generate(name: "bank", role: .provider, at: 1)
        var pinned = Keyring.forPublicKeys(name: "bank", role: .provider)
        #expect(try pinned.report(on: bank.primary.id, at: 2).pinnedVersion == nil)
        try pinned.pin(bank.publicHalf(), at: 2)
        try bank.rotate(at: 3)
        let report = try pinned.report(on: bank.primary.id, at: 4)
        let (key, current) = try (bank.primary.id, pinned.primary.thumbprint)
        #expect(
            String(decoding: report.serialized(), as: UTF8.self)
                == #"{"sealedpush":"key-report-v1","about":"sender","key":"\#(key)","standing":"unknown","#
                + #""action":"wait","current":"\#(current)","pinned":1,"at":4}"#)
        #expect(try KeyReport(parsing: report.serialized()) == report)
        let device = try Keyring.generate(name: "d", role: .device, at: 1)
        var registration = try device.publicHalf()
        try registration.take(report)
        #expect(try Keyring(registration.string).pinnedVersion == 1)
        expectError(.wrongRole) { try registration.take(device.report(on: device.primary.id, at: 5)) }
        #expect(registration.pinnedVersion == 1)
        expectError(.wrongRole) { try bank.take(report) }
    }

    @Test("a report with an unknown word is refused", arguments: ["standing", "action", "about", "key", "at"])
    func wrongReports(member: String) throws {
        let report = try Keyring.generate(name: "d", role: .device).report(on: KeyID(rawValue: 1), at: 1)
        let text = String(decoding: report.serialized(), as: UTF8.self).replacing("\"\(member)\"", with: "\"other\"")
        expectError(.malformed) { try KeyReport(parsing: Array(text.utf8)) }
    }

    @Test(
        "a report whose action does not follow from its standing is refused (keys.md, section 7)",
        arguments: [
            ("sender", "current", "re-register"), ("sender", "revoked", "wait"), ("sender", "unknown", "re-register"),
            ("recipient", "current", "re-register"), ("recipient", "retiring", "ignore"),
            ("recipient", "unknown", "wait"),
        ])
    func contradiction(subject: String, standing: String, action: String) throws {
        func report(_ action: String) -> [UInt8] {
            Array(
                (#"{"sealedpush":"key-report-v1","about":"\#(subject)","key":"0000000a","standing":"\#(standing)","#
                    + #""action":"\#(action)","at":5}"#).utf8)
        }
        expectError(.malformed) { try KeyReport(parsing: report(action)) }
        // One of the four follows from the standing.
        let taken = ["ignore", "update", "wait", "re-register"].filter { (try? KeyReport(parsing: report($0))) != nil }
        #expect(taken.count == 1)
    }

    private func report(_ keyring: Keyring, _ id: KeyID, _ now: Date) -> String {
        let report = keyring.report(on: id, at: now)
        return "\(report.standing.rawValue) \(report.action.rawValue)"
    }
}
