import ArgumentParser
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
    /// The latest token, signed once for all pushes that wait for it, or again after a failure; and the seconds for which it is used.
    private var latest: (issued: Int, text: Task<String, any Error>)?
    private var lifetime = 2400

    init(signingKey file: URL, team: String) async throws {
        self.team = team
        let mode = try? FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        guard let mode, mode & 0o077 == 0 else { throw ValidationError("expected a file of mode 0600: \(file.path)") }
        keyID = JWKIdentifier(string: String(file.deletingPathExtension().lastPathComponent.trimmingPrefix("AuthKey_")))
        await keys.add(ecdsa: try ES256PrivateKey(pem: String(contentsOf: file, encoding: .utf8)), kid: keyID)
    }

    func current() async throws -> String {
        let now = Int(Date().timeIntervalSince1970)
        if let latest, now - latest.issued < lifetime, let text = try? await latest.text.value { return text }
        let text = Task { try await keys.sign(Claims(iss: team, iat: now), kid: keyID) }
        (latest, lifetime) = ((now, text), 2400)
        return try await text.value
    }

    /// Renews a refused token as soon as Apple permits, after 20 minutes.
    func renew() { lifetime = 1200 }
}
