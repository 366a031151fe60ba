import Foundation
import KeyManagement
import PayloadLint
import PushOpener
import PushPayload
import PushSealer
import SealedEnvelope
import StrictJSON

/// Reading, writing and linting payloads.
func countJSON(_ small: [UInt8], _ large: [UInt8]) throws {
    try count("parse-1k") { keep(try Payload(parsing: small)) }
    try count("parse-4k") { keep(try Payload(parsing: large)) }
    let (smallPayload, largePayload) = (try Payload(parsing: small), try Payload(parsing: large))
    count("write-1k") { keep(smallPayload.serialized()) }
    count("write-4k") { keep(largePayload.serialized()) }
    try count("read-1k") { keep(byteCount(of: .object(try Payload(parsing: small).root))) }
    let madePayload = made(smallPayload.root)
    count("write-made-1k") { keep(madePayload.serialized()) }
    let linter = Linter()
    count("lint-4k") { keep(linter.lint(largePayload)) }
    let many = densePayload(of: 3_072)
    let dense = many.serialized()
    try count("parse-dense") { keep(try Payload(parsing: dense)) }
    count("lint-dense") { keep(linter.lint(many, as: .voip)) }
    // As many findings of a rule as are reported, at the end of one line of 60 KB.
    let members = (0..<4_000).map { ("m\(10_000 + $0)", JSONValue.bool(true)) }
    let nulls = (0..<200).map { ("null\($0)", JSONValue.null) }
    let line = Payload(JSONObject(members + nulls)).serialized()
    count("lint-findings") { keep(linter.lint(line, as: .voip)) }
    let report = linter.lint(line, as: .voip)
    count("lint-findings-text") { keep(report.text(named: "payload.json")) }
}

/// Looks at every name and value.
private func byteCount(of value: JSONValue) -> Int {
    switch value {
    case .object(let object): object.members.reduce(0) { $0 + $1.name.string.utf8.count + byteCount(of: $1.value) }
    case .array(let elements): elements.reduce(0) { $0 + byteCount(of: $1) }
    case .string(let string): string.utf8.count
    case .number(let number): number.text.utf8.count
    case .null, .bool: 1
    }
}

/// The same, set member by member.
private func made(_ object: JSONObject) -> JSONObject {
    JSONObject(object.members.map { ($0.name.string, made($0.value)) })
}

private func made(_ value: JSONValue) -> JSONValue {
    switch value {
    case .object(let object): .object(made(object))
    case .array(let elements): .array(elements.map(made))
    case .null, .bool, .number, .string: value
    }
}

/// A payload with one root member for every 20 bytes, and a last one that fills up.
func densePayload(of size: Int) -> Payload {
    var payload = Payload([:])
    for index in 0..<(size - 24) / 20 { payload["m\(100 + index)"] = .string("some words") }
    payload["rest"] = ""
    payload["rest"] = .string(String(repeating: "x", count: size - payload.serializedByteCount))
    return payload
}

/// Sealing and opening in each suite: JSON bytes in, body bytes out, and back.
func countSeals(_ json: [UInt8]) throws {
    let device = try Keyring.generate(name: "device", role: .device)
    let provider = try Keyring.generate(name: "provider", role: .provider)
    let shared = try Keyring.generate(name: "shared", role: .shared, purposes: ["alert", "voip"])
    let enrolled = try Keyring.enrolled(name: "enrolled", lifetime: 7, at: Date())
    guard let to = try device.primary.devicePublicKey, let chained = try enrolled.primary.devicePublicKey,
        let key = try shared.primary.sharedKey
    else { return }
    let authenticating = try Sealer(from: provider, topic: "com.example.bank")
    let anonymous = try Sealer(topic: "com.example.bank")

    func opener(_ keys: OpeningKeys) throws -> Opener { try Opener(keys: keys, topic: "com.example.bank") }
    let pinning = try opener(OpeningKeys(device: device, provider: provider.publicHalf()))
    let open = try opener(OpeningKeys(device: device, shared: shared))
    let chain = try opener(OpeningKeys(device: enrolled, provider: provider.publicHalf()))
    let seals: [(name: String, seal: () throws -> SealedPush, opener: Opener)] = [
        ("hpke-auth", { try authenticating.seal(Payload(parsing: json), to: to) }, pinning),
        ("hpke-auth-psk", { try authenticating.seal(Payload(parsing: json), to: chained) }, chain),
        ("hpke-base", { try anonymous.seal(Payload(parsing: json), to: to) }, open),
        ("shared", { try anonymous.seal(Payload(parsing: json), with: key) }, open),
    ]
    for (name, seal, opener) in seals {
        try count("seal-\(name)") { keep(try seal()) }
        let body = try seal().body
        try count("open-\(name)") { keep(try opener.open(body)) }
    }
    let start = Payload.liveActivityStart(
        attributesType: "Match", attributes: ["home": "Lions", "away": "Tigers"],
        contentState: ["score": "2:1", "minute": 61], alert: Alert(title: "Kick-off"), timestamp: 1_795_263_600)
    try count("seal-live-activity") { keep(try authenticating.seal(start, to: to)) }
    let body = try authenticating.seal(start, to: to).body
    try count("open-live-activity") { keep(try pinning.open(body, pushType: .liveactivity)) }
}

/// The inputs that cost a seal the most for their size.
func countWorst() throws {
    guard let key = try Keyring.generate(name: "shared", role: .shared, purposes: ["alert", "voip"]).primary.sharedKey
    else { return }
    let sealer = try Sealer(topic: "com.example.bank")
    // Each sealed text matches the visible one up to its last character, at every offset and in another spelling.
    var equivalent = Payload(alert: Alert(title: "t"))
    equivalent["texts"] = .array((0..<28).map { .string(String(repeating: "e\u{301}", count: 14) + "\($0)") })
    let placeholder = Placeholder(body: String(repeating: "\u{E9}", count: 1_000))
    let options = SealOptions(padding: .none)
    try count("leak-check-equivalent") {
        keep(try sealer.seal(equivalent, with: key, placeholder: placeholder, options: options))
    }
    // The deepest content: each level has a path of its own.
    let deep = (1..<500).reduce(["a": 1_234] as JSONObject) { inner, _ in ["a": .object(inner)] }
    let voip = SealOptions(padding: .none, pushType: .voip)
    try count("leak-check-deep") { keep(try sealer.seal(Payload(deep), with: key, options: voip)) }
    // Many members, and many paths that lead to none of them.
    var allowing = voip
    allowing.allowedInClear = (0..<2_000).map { PayloadPath(names: "a\($0)") }
    let members = densePayload(of: 3_072)
    try count("leak-check-allowed") { keep(try sealer.seal(members, with: key, options: allowing)) }
    // Too large to be sealed, with visible and sealed texts that a leak check would compare at length.
    var large = Payload(alert: Alert(title: "t"))
    large["visible"] = .string(String(repeating: "a", count: 30_000))
    large["texts"] = .array((0..<50).map { .string(String(repeating: "a", count: 637) + "\(100 + $0)") })
    let visible = SealOptions(visible: [PayloadPath("visible")], padding: .none)
    count("refuse-too-large") { keep(try? sealer.seal(large, with: key, options: visible)) }
}

/// Reading, writing, linting, sealing and opening payloads of many members, by their size in bytes.
func countSizes() throws {
    let shared = try Keyring.generate(name: "shared", role: .shared, purposes: ["alert", "voip"])
    guard let key = try shared.primary.sharedKey else { return }
    let sealer = try Sealer(topic: "com.example.bank")
    let opener = try Opener(keys: OpeningKeys(shared: shared), topic: "com.example.bank")
    let options = SealOptions(padding: .none, pushType: .voip)
    let linter = Linter()
    for size in [64, 128, 256, 512, 1_024, 2_048, 3_072, 4_096, 5_120] {
        let payload = densePayload(of: size)
        let json = payload.serialized()
        try count("parse-\(json.count)") { keep(try Payload(parsing: json)) }
        count("write-\(json.count)") { keep(payload.serialized()) }
        count("lint-\(json.count)") { keep(linter.lint(payload, as: .voip)) }
        // More does not fit into a push, sealed.
        guard size <= 3_072 else { continue }
        try count("seal-\(json.count)") { keep(try sealer.seal(payload, with: key, options: options)) }
        let body = try sealer.seal(payload, with: key, options: options).body
        try count("open-\(json.count)") { keep(try opener.open(body, pushType: .voip)) }
    }
}

/// Finding a key by its id among few and among many.
func countLookups(among sizes: [Int]) throws {
    for size in sizes {
        var keyring = Keyring.forPublicKeys(name: "providers", role: .provider)
        keyring.keys = try (0..<size).map { index in
            var bytes = [UInt8](repeating: 9, count: 32)
            (bytes[0], bytes[1]) = (UInt8(truncatingIfNeeded: index), UInt8(truncatingIfNeeded: index >> 8))
            return Key(
                .provider, .publicHalf(try ProviderPublicKey(rawRepresentation: bytes).point), state: .active,
                created: Date(timeIntervalSince1970: 0))
        }
        let keys = try OpeningKeys(provider: keyring)
        let id = keyring.keys[size / 2].id
        try count("find-key-of-\(size)") {
            keep(try keys.find(.provider, id, for: "alert", at: Date(), unknown: .unknownSender))
        }
    }
}
