import Foundation
package import KeyManagement
import PushOpener
import PushPayload
import PushSealer
import RoundTrip
import StrictJSON

/// A file of the hostile corpus: header lines, an empty line, then bytes.
package struct HostileCase: Sendable, CustomStringConvertible {
    /// The program that must refuse a case: the reader, the sealer, or the one that loads keys.
    package enum Kind: String, CaseIterable, Sendable { case body, payload, keyring }

    package let description: String
    package let kind: Kind
    /// The bytes after the header.
    package let content: [UInt8]
    /// The class of failure.
    package let expected: String
    private let fields: [(name: UTF8Text, value: String)]

    /// Parses the bytes of a file; the name is for reports.
    package init(name: String, bytes: [UInt8]) throws(CorpusError) {
        func invalid(_ problem: String) -> CorpusError {
            CorpusError(code: .invalidHostileCase, reason: "\(name) is not a case of the hostile corpus: \(problem)")
        }
        var fields: [(name: UTF8Text, value: String)] = []
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")), end > rest.startIndex {
            let line = rest[..<end]
            guard let colon = line.firstRange(of: Array(": ".utf8)) else {
                throw invalid("a header line has no name and value")
            }
            let name = String(decoding: line[..<colon.lowerBound], as: UTF8.self)
            fields.append((UTF8Text(name), String(decoding: line[colon.upperBound...], as: UTF8.self)))
            rest = rest[(end + 1)...]
        }
        guard rest.first == UInt8(ascii: "\n") else { throw invalid("no empty line ends the header") }
        func value(_ name: String) -> String? { fields.first { $0.name == UTF8Text(name) }?.value }
        guard let kind = value("kind").flatMap(Kind.init(rawValue:)) else { throw invalid("no kind that is known") }
        guard let expected = value("expect") else { throw invalid("no expected class of failure") }
        self.fields = fields
        self.kind = kind
        self.expected = expected
        content = Array(rest.dropFirst())
        description = name
    }

    /// The value of a header that stands once.
    package subscript(name: String) -> String? { all(name).first }

    /// The values of a header that may stand several times.
    package func all(_ name: String) -> [String] { fields.filter { $0.name == UTF8Text(name) }.map(\.value) }

    /// Returns the keyring of a role, with the keys of the test vectors; nil if the case names no key of the role.
    package func keyring(_ role: KeyRole, in vectors: KnownAnswerFile) throws(CorpusError) -> Keyring? {
        let keys = try all(role.rawValue).map { line throws(CorpusError) in
            let words = line.split(separator: " ").map(String.init)
            let until = words.count > 2 ? UInt32(words[2]).map(Date.init(unixTime:)) : nil
            return try vectors.key(
                words.first ?? "", state: KeyState(name: words.count > 1 ? words[1] : "active", until: until))
        }
        return keys.isEmpty ? nil : Keyring(name: UTF8Text(role.rawValue), role: role, keys: keys)
    }
}

extension HostileCase {
    /// Returns the case of a body or of a payload; nil for a keyring.
    func corpusCase(in vectors: KnownAnswerFile) throws -> CorpusCase? {
        switch kind {
        case .body:
            return try opening(in: vectors).corpusCase(named: description, law: .hostileRefused)
        case .payload:
            let sealing = try sealing(in: vectors)
            return CorpusCase(name: description, law: .hostileRefused, suites: [.hpkeAuth]) { implementation in
                guard let sealing else {
                    throw LawOutcome.Verdict.doesNotApply("the bytes are not UTF-8, and a sealer takes a text")
                }
                return try await sealing.check(implementation)
            }
        case .keyring: return nil
        }
    }

    private var envelopeKey: String { self["envelope-key"] ?? "sealed" }

    private func invalid(_ header: String) -> CorpusError {
        CorpusError(code: .invalidHostileCase, reason: "\(self) has no usable header \(header)")
    }

    private func opening(in vectors: KnownAnswerFile) throws -> OpeningCase {
        guard let now = self["now"].flatMap(Double.init).map(Date.init(timeIntervalSince1970:)) else {
            throw invalid("now")
        }
        var policy = Opener.Policy()
        policy.envelopeKey = envelopeKey
        let isDelivered = UTF8Text(expected) == "delivered"
        let refusal = Refusal.Code(rawValue: expected)
        guard isDelivered || refusal != nil else { throw invalid("expect") }
        let keys = try RoundTripKeys(
            device: keyring(.device, in: vectors), provider: keyring(.provider, in: vectors),
            shared: keyring(.shared, in: vectors))
        let input = OpeningInput(
            keys: keys, topic: self["topic"] ?? "", audience: self["audience"] ?? "",
            pushType: PushType(rawValue: self["push-type"] ?? "alert"), policy: policy, now: now)
        return OpeningCase(
            sealed: .body(content), input: input,
            expected: refusal.map(OpeningCase.Expected.refused) ?? .delivered(["a": 1]))
    }

    /// The sealer's half; nil for bytes that are not a text, which no sealer can be given.
    private func sealing(in vectors: KnownAnswerFile) throws -> SealingCase? {
        guard let content = SealingCase.Content(parsing: content) else { return nil }
        guard let pushType = self["push-type"].map(PushType.init(rawValue:)) else { throw invalid("push-type") }
        let visible = try all("visible").map { text in
            guard let path = try? PayloadPath(parsing: text) else { throw invalid("visible") }
            return path
        }
        let placeholder = try self["placeholder"].map { text in
            guard let alert = try? JSONValue(parsing: Array(text.utf8)) else { throw invalid("placeholder") }
            return alert.objectValue ?? [:]
        }
        let options = SealOptions(
            visible: visible, padding: self["padding"] == "max" ? .maximum : .standard, envelopeKey: envelopeKey,
            pushType: pushType, suite: .hpkeAuth, isBroadcast: self["broadcast"] == "true")
        let input = SealingInput(
            keys: try vectors.halves(), topic: "com.example.bank", audience: "",
            placeholder: Placeholder(alert: placeholder ?? [:]), options: options, now: Date(unixTime: 1_795_263_600))
        return SealingCase(content: content, input: input, expected: .refused(asTooLarge: expected == "tooLarge"))
    }
}
