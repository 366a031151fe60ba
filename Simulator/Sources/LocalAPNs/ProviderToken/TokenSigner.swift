public import Crypto
import Foundation

/// A provider's token signing key, a `.p8` file of Apple's developer site, and the tokens that it signs.
public struct TokenSigner: Sendable {
    /// The key's identifier, 10 characters.
    public let keyID: String
    /// The team's identifier, 10 characters.
    public let team: String

    private let key: P256.Signing.PrivateKey

    /// Generates a key.
    public init(keyID: String, team: String) {
        self.keyID = keyID
        self.team = team
        key = P256.Signing.PrivateKey()
    }

    /// Reads a key from the text of a `.p8` file (PKCS #8 in PEM).
    ///
    /// - Throws: an error of swift-crypto if the text is not a P-256 key in PEM.
    public init(keyID: String, team: String, pem: String) throws {
        self.keyID = keyID
        self.team = team
        key = try P256.Signing.PrivateKey(pemRepresentation: pem)
    }

    /// The text of the `.p8` file, a secret.
    public var pem: String { key.pemRepresentation }

    /// The public half.
    public var publicKey: P256.Signing.PublicKey { key.publicKey }

    /// Signs a provider token, the JWT that follows `bearer ` in the `authorization` field.
    ///
    /// - Parameter now: the time of issue in seconds since 1970.
    /// - Returns: the token in the JWS compact serialization.
    /// - Throws: an error of swift-crypto if signing fails.
    public func token(issuedAt now: Int64) throws -> String {
        let header = Data("{\"alg\":\"ES256\",\"kid\":\"\(keyID)\"}".utf8)
        let claims = Data("{\"iss\":\"\(team)\",\"iat\":\(now)}".utf8)
        let signed = "\(header.base64URL).\(claims.base64URL)"
        let signature = try key.signature(for: Data(signed.utf8))
        return "\(signed).\(signature.rawRepresentation.base64URL)"
    }
}

extension Data {
    /// The data in base64url without padding (RFC 7515, section 2).
    fileprivate var base64URL: String {
        base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
