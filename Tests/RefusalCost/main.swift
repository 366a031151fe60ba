import CryptoPrimitives
import Foundation
import KeyManagement
import PushOpener
import PushPayload
import PushSealer
import SealedEnvelope
import StrictJSON

// Opens one sealed push after another that must be refused, for Scripts/check-refusals, which has the instructions of each
// call of `openOnce` counted. Prints a line for each call: suite, what is wrong, and the refusal's code.

let now = Date(timeIntervalSince1970: 1_795_263_600)

/// A keyring with one key, made of the same byte again and again; a shared one is for one purpose.
func keyring(_ role: KeyRole, _ byte: UInt8, for purpose: PushType = .alert) throws -> Keyring {
    let secret = [UInt8](repeating: byte, count: 32)
    guard role != .shared else {
        let jwk: JSONObject = [
            "kty": "oct", "k": .string(EnvelopeText.encode(secret)),
            "sealedpush": ["purposes": [.string(purpose.rawValue)]],
        ]
        return try Keyring(
            importing: KeyringText(copying: jwk.serialized().span), name: UTF8Text(role.rawValue), role: role, at: now)
    }
    return try Keyring(
        importingRaw: KeyringText(copying: secret.span), half: .secret, name: UTF8Text(role.rawValue), role: role,
        at: now)
}

/// The keyring of an enrolled device, whose chain began the day before.
func enrolledKeyring(_ byte: UInt8) throws -> Keyring {
    let pair = try keyring(.device, byte).keys[0].material
    let link = [UInt8](repeating: byte, count: 32)
    let chain = try Chain(SecretMemory(copying: link.span), day: 20_777, lifetime: 7, isPostQuantum: false)
    let key = Key(.device, pair, state: .active, created: now, enrolment: Enrolment(chain: chain))
    return Keyring(name: "device", role: .device, keys: [key])
}

nonisolated(unsafe) var (device, otherDevice) = (try keyring(.device, 1), try keyring(.device, 2))
let (provider, otherProvider) = (try keyring(.provider, 3), try keyring(.provider, 4))
let (shared, otherShared) = (try keyring(.shared, 5), try keyring(.shared, 6))

/// Opens a body and returns the refusal's code; the one function whose instructions count.
@inline(never)
func openOnce() {
    do {
        _ = try opener.open(body, pushType: pushType)
        code = "opened"
    } catch {
        code = error.code.rawValue
    }
}

nonisolated(unsafe) var opener = try makeOpener()
nonisolated(unsafe) var body: [UInt8] = []
nonisolated(unsafe) var pushType = PushType.alert
nonisolated(unsafe) var code = ""

func makeOpener(
    topic: String = "com.example.bank", audience: String = "user-1", shared: Keyring = shared
) throws -> Opener {
    var policy = Opener.Policy()
    policy.acceptsUnauthenticatedSender = true
    return try Opener(
        keys: OpeningKeys(device: device, provider: provider, shared: shared), topic: topic, audience: audience,
        policy: policy, clock: .fixed(now))
}

/// The envelope of a push of the size that most have.
func envelope(_ suite: SealingSuite, to device: Keyring, from provider: Keyring, with shared: Keyring) throws -> [UInt8]
{
    let payload = Payload(
        alert: Alert(title: "Payment received", body: String(repeating: "€ 240 from Jane ", count: 40)))
    let clock = WallClock.fixed(now)
    let push: SealedPush
    switch suite {
    case .shared:
        guard let key = try shared.primary.sharedKey else { throw CocoaError(.featureUnsupported) }
        push = try Sealer(topic: "com.example.bank", audience: "user-1", clock: clock).seal(payload, with: key)
    case .hpkeAuth, .hpkeBase, .hpkeAuthPSK:
        guard let key = try device.primary.devicePublicKey else { throw CocoaError(.featureUnsupported) }
        let sealer =
            suite.authenticatesSender
            ? try Sealer(from: provider, topic: "com.example.bank", audience: "user-1", clock: clock)
            : try Sealer(topic: "com.example.bank", audience: "user-1", clock: clock)
        push = try sealer.seal(payload, to: key, options: SealOptions(suite: suite))
    }
    return EnvelopeText.decode(try Payload(parsing: push.body)["sealed"]?.stringValue ?? "") ?? []
}

func body(holding envelope: [UInt8]) -> [UInt8] {
    let root: JSONObject = [
        "aps": ["alert": ["title": "New activity"], "mutable-content": 1],
        "sealed": .string(EnvelopeText.encode(envelope)),
    ]
    return root.serialized()
}

/// An opening whose cost is measured.
struct Case {
    let name: String
    let body: [UInt8]
    let pushType: PushType
    let opener: Opener
}

/// Returns the openings of a suite: of what was sealed, and of each defect that `cannotOpen` stands for.
func cases(_ suite: SealingSuite) throws -> [Case] {
    let good = try envelope(suite, to: device, from: provider, with: shared)
    let header = Array(good.prefix(suite.headerByteCount))
    func opening(_ what: String, _ envelope: [UInt8], as type: PushType = .alert, by opener: Opener) -> Case {
        Case(name: "\(suite.name)\t\(what)", body: body(holding: envelope), pushType: type, opener: opener)
    }
    var cases = [opening("nothing", good, by: try makeOpener())]
    let sealedCount = good.count - header.count
    for offset in [0, 1, 31, 32, 47, 48, sealedCount / 2, sealedCount - 17, sealedCount - 16, sealedCount - 1] {
        var changed = good
        changed[header.count + offset] ^= 0x01
        cases.append(opening("byte \(offset) of \(sealedCount)", changed, by: try makeOpener()))
    }
    // Sealed with other keys, under the ids of the right ones: what somebody without the keys can write.
    let foreign = try envelope(suite, to: otherDevice, from: provider, with: otherShared)
    cases.append(opening("another key", header + foreign[header.count...], by: try makeOpener()))
    if suite.authenticatesSender {
        let forged = try envelope(suite, to: device, from: otherProvider, with: shared)
        cases.append(opening("another sender", header + forged[header.count...], by: try makeOpener()))
    }
    cases.append(opening("another topic", good, by: try makeOpener(topic: "com.example.bang")))
    cases.append(opening("another audience", good, by: try makeOpener(audience: "user-2")))
    // As long as "alert", so that the binding has the same size.
    let alarm = PushType(rawValue: "alarm")
    let alarmKey = try keyring(.shared, 5, for: alarm)
    cases.append(opening("another purpose", good, as: alarm, by: try makeOpener(shared: alarmKey)))
    return cases
}

// All are made before the first is measured, so that nothing is allocated or freed between two of them.
for suite in SealingSuite.allCases {
    if suite == .hpkeAuthPSK { (device, otherDevice) = (try enrolledKeyring(1), try enrolledKeyring(2)) }
    let cases = try cases(suite)
    var codes = cases.map { _ in "" }
    // Three times each, so that what happens once in a process is over in the last.
    for (index, each) in cases.enumerated() {
        (opener, body, pushType) = (each.opener, each.body, each.pushType)
        for _ in 0..<3 { openOnce() }
        codes[index] = code
    }
    for (each, code) in zip(cases, codes) {
        for _ in 0..<3 { print("\(each.name)\t\(code)") }
    }
}
