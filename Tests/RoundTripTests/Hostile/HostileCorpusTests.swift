import Conformance
import Foundation
import KeyManagement
import PushOpener
import PushPayload
import PushSealer
import SealedEnvelope
import StrictJSON
import TestSupport
import Testing

/// The classes of failure are written down in the corpus, and agree with the Python reference, not with this code.
@Suite("The hostile corpus")
struct HostileCorpusTests {
    @Test("the corpus has every kind of case and every class of refusal that it promises")
    func isThere() throws {
        #expect(try HostileCase.all(.body).count >= 250)
        #expect(try HostileCase.all(.payload).count >= 45)
        #expect(try HostileCase.all(.keyring).count >= 60)
        let expected = try Set(HostileCase.all(.body).map(\.expected))
        // Replays need two calls and a mismatch an enrolled key: the known answers have them. No input makes a keyring unavailable.
        let promised = Set(Refusal.Code.allCases).subtracting([.replayed, .suiteMismatch, .keyringUnavailable])
        #expect(expected == Set(promised.map(\.rawValue)).union(["delivered"]))
    }

    @Test("the wire format and the corpus's README state the codes")
    func documented() throws {
        let fixtures = PayloadFixture.folder.deletingLastPathComponent()
        let readme = try String(contentsOf: fixtures.appending(path: "hostile/README.md"), encoding: .utf8)
        let format = fixtures.deletingLastPathComponent().appending(path: "Documentation/wire-format.md")
        let page = try String(contentsOf: format, encoding: .utf8)
        for code in Refusal.Code.allCases { #expect(page.contains("`\(code.rawValue)`"), "\(code)") }
        for code in [Refusal.Code.replayed, .keyringUnavailable] { #expect(readme.contains("`\(code.rawValue)`")) }
    }

    @Test("a body: what must be refused is refused", arguments: try HostileCase.all(.body))
    func body(_ hostile: HostileCase) throws {
        var policy = Opener.Policy()
        policy.envelopeKey = hostile["envelope-key"] ?? "sealed"
        let opener = try Opener(
            keys: OpeningKeys(
                device: hostile.keyring(.device), provider: hostile.keyring(.provider), shared: hostile.keyring(.shared)
            ),
            topic: hostile["topic"] ?? "", audience: hostile["audience"] ?? "", policy: policy,
            clock: .fixed(Date(timeIntervalSince1970: try #require(hostile["now"].flatMap { Double($0) }))))
        let found: String
        do {
            let opened = try opener.open(
                hostile.content, pushType: PushType(rawValue: hostile["push-type"] ?? "alert"))
            #expect(opened.payload.root == ["a": 1])
            found = "delivered"
        } catch {
            found = error.code.rawValue
        }
        #expect(found == hostile.expected)
    }

    @Test("a payload: what must be refused is refused", arguments: try HostileCase.all(.payload))
    func payload(_ hostile: HostileCase) throws {
        let file = try #require(KnownAnswerFile.shared)
        let provider = Keyring(name: "provider", role: .provider, keys: [try file.key("provider")])
        let device = try #require(try file.key("device").devicePublicKey)
        var options = SealOptions(
            visible: try hostile.all("visible").map { try PayloadPath(parsing: $0) },
            pushType: PushType(rawValue: try #require(hostile["push-type"])))
        if let key = hostile["envelope-key"] { options.envelopeKey = key }
        if hostile["padding"] == "max" { options.padding = .maximum }
        options.isBroadcast = hostile["broadcast"] == "true"
        let placeholder = try hostile["placeholder"].map { try JSONValue(parsing: Array($0.utf8)).objectValue ?? [:] }
        let sealer = try Sealer(from: provider, topic: "com.example.bank")
        let found: String
        do {
            let payload = try Payload(parsing: hostile.content)
            _ = try sealer.seal(
                payload, to: device, placeholder: Placeholder(alert: placeholder ?? [:]), options: options)
            found = "sealed"
        } catch let error as SealError {
            found = error.code.rawValue
        } catch is JSONError {
            found = "malformed"
        } catch is PayloadError {
            found = "malformed"
        }
        #expect(found == hostile.expected)
    }

    @Test("a keyring: what must be refused is refused", arguments: try HostileCase.all(.keyring))
    func keyring(_ hostile: HostileCase) throws {
        let text = try KeyringText(copying: hostile.content.span)
        let error = #expect(throws: KeyError.self) { try Keyring(text, name: "hostile") }
        #expect(error?.code.rawValue == hostile.expected, "\(error?.reason ?? "")")
    }
}
