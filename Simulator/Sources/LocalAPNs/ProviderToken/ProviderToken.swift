import Crypto
import Foundation
import PushPayload

/// A parsed provider token.
///
/// Its signature is verified by `isSigned(by:)`.
///
/// Sources: Apple, "Establishing a token-based connection to APNs"; RFC 7515 (JWS), RFC 7518 section 3.4 (ES256).
struct ProviderToken {
    /// The size limit, in bytes; a usual token has about 200.
    static let maximumByteCount = 4_096

    let keyID: String
    let team: String
    /// The time of issue, in seconds since 1970.
    let issuedAt: Int64
    /// Whether `iat` is a whole number, as Apple's page requires.
    let hasExactTime: Bool

    private let signed: Data
    private let signature: P256.Signing.ECDSASignature

    /// The first defect of a malformed token, in words.
    struct Defect: Error {
        let text: String

        init(_ text: String) { self.text = text }
    }

    /// Parses a token; throws if it is not a JWT with the header and claims that Apple requires.
    init(parsing text: Substring, policy: ServicePolicy) throws(Defect) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard text.utf8.count <= Self.maximumByteCount, parts.count == 3, let header = Self.object(parts[0]),
            let claims = Self.object(parts[1])
        else { throw Defect("expected a JWT: a header, claims and a signature, in base64url without padding") }
        guard header["alg"]?.stringValue == "ES256" else { throw Defect("expected the alg ES256") }
        guard !header.contains("crit") else { throw Defect("expected a header without crit") }
        guard let keyID = header["kid"]?.stringValue, keyID.utf8.count == 10 else {
            throw Defect("expected a kid of 10 characters, the identifier of the key, in the header")
        }
        guard let team = claims["iss"]?.stringValue, team.utf8.count == 10 else {
            throw Defect("expected an iss of 10 characters, the identifier of the team")
        }
        hasExactTime = claims["iat"]?.numberValue?.int != nil
        guard let issuedAt = Self.time(claims["iat"]), hasExactTime || policy.acceptsInexactIssueTime else {
            throw Defect("expected an iat, a whole number of seconds since 1970, not a fraction or a string")
        }
        guard let raw = Self.bytes(parts[2]), let signature = try? P256.Signing.ECDSASignature(rawRepresentation: raw)
        else { throw Defect("expected a signature of 64 bytes, r and s, not ASN.1") }
        self.keyID = keyID
        self.team = team
        self.issuedAt = issuedAt
        self.signature = signature
        signed = Data("\(parts[0]).\(parts[1])".utf8)
    }

    /// Returns whether the signature was made by the key.
    func isSigned(by key: P256.Signing.PublicKey) -> Bool {
        key.isValidSignature(signature, for: signed)
    }

    private static func time(_ value: JSONValue?) -> Int64? {
        guard let number = value?.numberValue else { return value?.stringValue.flatMap { Int64($0) } }
        return number.int.map { Int64($0) } ?? number.double.flatMap { Int64(exactly: $0.rounded(.down)) }
    }

    private static func object(_ part: Substring) -> JSONObject? {
        bytes(part).flatMap { try? JSONValue(parsing: Array($0)).objectValue }
    }

    /// Decodes base64url without padding; nil for anything else.
    private static func bytes(_ part: Substring) -> Data? {
        guard part.wholeMatch(of: /[A-Za-z0-9_\-]*/) != nil else { return nil }
        let standard = part.replacing("-", with: "+").replacing("_", with: "/")
        return Data(base64Encoded: standard + String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4))
    }
}
