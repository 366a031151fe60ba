import Foundation
import SwiftASN1
import X509

/// The three files of a server identity.
struct IdentityFiles {
    let folder: String

    var authority: String { folder + "/ca.pem" }
    var certificate: String { folder + "/server.pem" }
    var key: String { folder + "/server-key.pem" }

    /// Returns whether the files are a key, its certificate and the certificate's authority, valid for at least another day.
    ///
    /// They are not if the first start was interrupted, or if only some of them were copied.
    func areUsable(at now: Date) -> Bool {
        guard let leaf = try? Certificate(pemEncoded: String(contentsOfFile: certificate, encoding: .utf8)),
            let issuer = try? Certificate(pemEncoded: String(contentsOfFile: authority, encoding: .utf8)),
            let secret = try? Certificate.PrivateKey(pemEncoded: String(contentsOfFile: key, encoding: .utf8))
        else { return false }
        return secret.publicKey == leaf.publicKey && issuer.publicKey.isValidSignature(leaf.signature, for: leaf)
            && leaf.notValidBefore <= now && leaf.notValidAfter > now.addingTimeInterval(86_400)
    }

    /// Writes an identity: first the key with mode 0600, then the certificates.
    func write(_ identity: GeneratedIdentity) throws {
        let manager = FileManager.default
        try manager.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        for (path, text, mode) in [
            (key, identity.keyPEM, 0o600), (certificate, identity.certificatePEM, 0o644),
            (authority, identity.authorityPEM, 0o644),
        ] {
            try? manager.removeItem(atPath: path)
            let isMade = manager.createFile(
                atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: mode])
            guard isMade else { throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: path]) }
        }
    }
}
