import Foundation
import JWTKit

/// The provider token, a JWT that is used for 40 minutes: Apple refuses one of more than 60 minutes, and a new one within 20.
actor ProviderToken {
    private struct Claims: JWTPayload {
        let iss: String
        let iat: Int  // Whole seconds; a `Date` would have a fraction, and Apple documents none.
        func verify(using algorithm: some JWTAlgorithm) {}
    }

    private let keys = JWTKeyCollection()
    private let team: String
    private let keyID: JWKIdentifier
    /// The latest token, signed once for all pushes that wait for it.
    private var latest: (issued: Int, text: Task<String, any Error>)?

    init(signingKey file: URL, team: String) async throws {
        self.team = team
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        guard let mode, mode & 0o077 == 0 else { throw CocoaError(.fileReadNoPermission) }
        let name = file.deletingPathExtension().lastPathComponent
        keyID = JWKIdentifier(string: String(name.trimmingPrefix("AuthKey_")))
        await keys.add(ecdsa: try ES256PrivateKey(pem: String(contentsOf: file, encoding: .utf8)), kid: keyID)
    }

    func current() async throws -> String {
        let now = Int(Date().timeIntervalSince1970)
        if let latest, now - latest.issued < 2_400 { return try await latest.text.value }
        let text = Task { try await keys.sign(Claims(iss: team, iat: now), kid: keyID) }
        latest = (now, text)
        return try await text.value
    }
}
