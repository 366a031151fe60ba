import Foundation
import Keychain
import PhoneState
import PushOpener
import PushSealer
import TestSupport
import Testing

// The code of the guide "Live Activities and broadcasts", compiled and run as it is printed there; its widget is in
// OnTheDeviceSnippets.swift.

/// The pushes of a delivery's Live Activity.
struct DeliveryActivity {
    let sealer: Sealer
    let registry: DeviceRegistry

    /// `now` is in UNIX seconds, as in all dates of a Live Activity.
    func start(on device: UTF8Text, at now: Int) async throws -> SealedPush {
        let payload = Payload.liveActivityStart(
            attributesType: "DeliveryAttributes", attributes: ["order": "A-7"],
            contentState: ["courier": "Jane", "stopsLeft": 3, "kilometers": 2.75],
            alert: Alert(title: "Your delivery", body: "It is on its way."), timestamp: now)
        return try await sealer.seal(payload, to: registry.recipient(for: device))
    }

    /// The newest timestamp wins, in whatever order the pushes arrive.
    func update(_ state: JSONObject, on device: UTF8Text, at now: Int) async throws -> SealedPush {
        let payload = Payload.liveActivityUpdate(contentState: state, timestamp: now, staleDate: now + 900)
        return try await sealer.seal(payload, to: registry.recipient(for: device))
    }

    func end(_ state: JSONObject, on device: UTF8Text, at now: Int) async throws -> SealedPush {
        let payload = Payload.liveActivityEnd(contentState: state, timestamp: now, dismissalDate: now + 3600)
        return try await sealer.seal(payload, to: registry.recipient(for: device))
    }
}

/// The broadcasts of a channel, under the key that its members share.
struct MatchChannel {
    let sealer: Sealer
    let key: SharedKey
    let id: String

    func update(_ state: JSONObject, at now: Int) throws -> (push: SealedPush, headers: BroadcastHeaders) {
        let payload = Payload.liveActivityUpdate(contentState: state, timestamp: now)
        let push = try sealer.seal(payload, with: key, options: SealOptions(pushType: .liveactivity, isBroadcast: true))
        return (push, try BroadcastHeaders(channelID: id))
    }
}

nonisolated struct MatchState: Decodable {
    let goals: Int
}

nonisolated func openedMatch(_ sealed: String) throws -> MatchState {
    let opener = try Opener(keys: OpeningKeys(shared: bankKeys.keyring("match")), topic: "com.example.bank")
    return try opener.open(MatchState.self, from: sealed, purpose: .contentState)
}

@Suite("The examples of the guide to Live Activities run")
struct ActivitySnippets {
    let phone = Phone(entitlements: Entitlements(team: "A1B2C3D4E5", keychainGroups: ["com.example.bank.keys"]))

    private func sealedText(_ object: JSONObject?) throws -> String {
        try #require(object?["sealed"]?.stringValue)
    }

    @Test("the state and the attributes of an activity are sealed, and the widget opens them")
    func activity() async throws {
        let bank = try Keyring.generate(name: "bank", role: .provider)
        let key = try phone.perform {
            try bankKeys.pin(bank.publicHalf())
            return try #require(bankKeys.loadOrMake("phone", role: .device).primary.devicePublicKey)
        }
        let registry = try DeviceRegistry(MemoryKeyStore(), provider: bank)
        try await registry.import([(id: "device-7", key: key)])
        let delivery = DeliveryActivity(
            sealer: try Sealer(from: bank, topic: "com.example.bank"), registry: registry)

        let start = try await delivery.start(on: "device-7", at: 1_793_448_000)
        let body = String(decoding: start.body, as: UTF8.self)
        // A short text of the base64url alphabet may be in an envelope by chance; a quotation mark is not.
        #expect(!body.contains("Jane\"") && !body.contains("A-7\"") && body.contains("Your delivery"))
        #expect(start.headers.fields.contains { $0.value == "com.example.bank.push-type.liveactivity" })
        let aps = try Payload(parsing: start.body).aps
        let sealed = try (state: sealedText(aps.contentState), attributes: sealedText(aps.attributes))
        try phone.perform {
            #expect(try openedState(of: ActivityViewContext(state: .init(sealed: sealed.state))).courier == "Jane")
            let keys = try OpeningKeys(device: bankKeys.keyring("phone"), provider: bankKeys.publicKeyring("bank"))
            let opener = try Opener(keys: keys, topic: "com.example.bank")
            #expect(try opener.open(envelope: sealed.attributes, purpose: .attributes).content["order"] == "A-7")
        }

        let state: JSONObject = ["courier": "Jane", "stopsLeft": 1, "kilometers": 0.5]
        for push in [
            try await delivery.update(state, on: "device-7", at: 1_793_448_060),
            try await delivery.end(state, on: "device-7", at: 1_793_448_120),
        ] {
            let sealed = try sealedText(Payload(parsing: push.body).aps.contentState)
            let opened = try phone.perform { try openedState(of: ActivityViewContext(state: .init(sealed: sealed))) }
            #expect(opened.stopsLeft == 1)
        }
    }

    @Test("the members of a channel open its broadcast, and no other phone does")
    func broadcast() throws {
        let match = try Keyring.generate(name: "match", role: .shared)
        let channel = MatchChannel(
            sealer: try Sealer(topic: "com.example.bank"), key: try #require(try match.primary.sharedKey),
            id: "AAAAAAAAAAAAAAAAAAAAAA==")
        let (push, headers) = try channel.update(["goals": 2], at: 1_793_448_000)
        #expect(headers.fields.contains { $0.name == "apns-channel-id" && $0.value == channel.id })
        let sealed = try sealedText(Payload(parsing: push.body).aps.contentState)
        try phone.perform {
            try bankKeys.add(match)
            #expect(try openedMatch(sealed).goals == 2)
        }
        let other = Phone(entitlements: Entitlements(team: "A1B2C3D4E5", keychainGroups: ["com.example.bank.keys"]))
        try other.perform {
            try bankKeys.add(Keyring.generate(name: "match", role: .shared))
            #expect(throws: Refusal.self) { try openedMatch(sealed) }
        }
    }

    @Test("every example is printed as it is compiled here or beside it")
    func printed() throws {
        let page = try DocumentExamples(
            of: "SealedPush.docc/LiveActivities.md",
            and: "Tests/ExtensionHostTests/Documentation/OnTheDeviceSnippets.swift")
        #expect(page.examples.count == 4)
        #expect(page.uncompiledLines == [])
    }
}
