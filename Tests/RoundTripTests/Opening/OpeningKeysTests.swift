import Conformance
import CryptoPrimitives
import PushOpener
import PushSealer
import RoundTrip
import StrictJSON
import Testing

@Suite("Opening keys")
struct OpeningKeysTests {
    @Test("a keyring of another role is refused")
    func roles() throws {
        let keys = try LawTests.keys.get()
        let (device, provider, shared) = (keys.device, keys.provider, keys.shared)
        for attempt in [
            { try OpeningKeys(device: provider) }, { try OpeningKeys(device: shared) },
            { try OpeningKeys(provider: device) }, { try OpeningKeys(provider: shared) },
            { try OpeningKeys(shared: device) }, { try OpeningKeys(shared: provider) },
        ] {
            #expect(#expect(throws: KeyError.self) { _ = try attempt() }?.code == .wrongRole)
        }
    }

    @Test("a device keyring needs its secrets, a pinned provider only the public half")
    func halves() throws {
        let keys = try LawTests.keys.get()
        let device = try #require(try keys.device?.publicHalf())
        #expect(#expect(throws: KeyError.self) { try OpeningKeys(device: device) }?.code == .wrongHalf)
        let provider = try #require(try keys.provider?.publicHalf())
        let opener = try Opener(
            keys: OpeningKeys(device: keys.device, provider: provider), topic: Pair.topic, clock: .fixed(Pair.now))
        #expect(throws: Never.self) { try opener.open(Pair().seal(.payment).body) }
    }

    @Test("no description, dump or reflection of a value with keys shows them")
    func secrets() throws {
        let file = try #require(KnownAnswerFile.shared)
        for (name, role) in [("device", KeyRole.device), ("provider", .provider), ("shared", .shared)] {
            let fields = try #require(file.root["keys"]?.objectValue?[name]?.objectValue)
            let text = try #require(fields[role == .shared ? "k" : "d"]?.stringValue)
            let decoded = Base64URL.decode(Array(text.utf8).span)
            let bytes = try #require(decoded)
            let ring = Keyring(name: UTF8Text(name), role: role, keys: [try file.key(name)])
            let keys = try OpeningKeys(
                device: role == .device ? ring : nil, provider: role == .provider ? ring : nil,
                shared: role == .shared ? ring : nil)
            let opener = try Opener(keys: keys, topic: "t")
            var shown = "\(ring) \(String(reflecting: ring)) \(keys) \(opener) \(ring.keys[0].material)"
            dump((ring, keys, opener), to: &shown)
            if role == .provider { dump(try Sealer(from: ring, topic: "t"), to: &shown) }

            let hex = bytes.map { String($0, radix: 16) }.joined()
            let decimal = bytes.prefix(4).map { "\($0)" }
            for secret in [text, String(text.prefix(12)), hex, String(hex.prefix(12)), decimal.joined(separator: ", ")]
            {
                #expect(!shown.lowercased().contains(secret.lowercased()), "\(name) is shown")
            }
            // One byte a line, as dump writes arrays.
            #expect(!shown.contains(decimal.map { "- \($0)\n" }.joined()), "\(name) is dumped")
        }
    }
}
