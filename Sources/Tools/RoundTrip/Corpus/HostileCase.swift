import Foundation
package import KeyManagement

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
    private let fields: [(name: String, value: String)]

    /// Parses the bytes of a file; the name is for reports.
    package init(name: String, bytes: [UInt8]) throws(CorpusError) {
        func invalid(_ problem: String) -> CorpusError {
            CorpusError(code: .invalidHostileCase, reason: "\(name) is not a case of the hostile corpus: \(problem)")
        }
        var fields: [(name: String, value: String)] = []
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")), end > rest.startIndex {
            let line = rest[..<end]
            guard let colon = line.firstRange(of: Array(": ".utf8)) else {
                throw invalid("a header line has no name and value")
            }
            fields.append(
                (
                    String(decoding: line[..<colon.lowerBound], as: UTF8.self),
                    String(decoding: line[colon.upperBound...], as: UTF8.self)
                ))
            rest = rest[(end + 1)...]
        }
        guard rest.first == UInt8(ascii: "\n") else { throw invalid("no empty line ends the header") }
        func value(_ name: String) -> String? { fields.first { $0.name.hasSameBytes(as: name) }?.value }
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
    package func all(_ name: String) -> [String] { fields.filter { $0.name.hasSameBytes(as: name) }.map(\.value) }

    /// Returns a number of a header.
    package func number(_ name: String) -> UInt32? { self[name].flatMap { UInt32($0) } }

    /// Returns the keyring of a role, with the keys of the test vectors; nil if the case names no key of the role.
    package func keyring(_ role: KeyRole, in vectors: KnownAnswerFile) throws(CorpusError) -> Keyring? {
        let keys = try all(role.rawValue).map { line throws(CorpusError) in
            let words = line.split(separator: " ").map(String.init)
            let until = words.count > 2 ? UInt32(words[2]).map(Date.init(unixTime:)) : nil
            return try vectors.key(
                words.first ?? "", state: KeyState(name: words.count > 1 ? words[1] : "active", until: until))
        }
        return keys.isEmpty ? nil : Keyring(name: role.rawValue, role: role, keys: keys)
    }
}
