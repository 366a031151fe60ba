import Crypto
import Foundation
import NIOSSL

/// The three files of a server identity.
struct IdentityFiles {
    let folder: String

    var authority: String { folder + "/ca.pem" }
    var certificate: String { folder + "/server.pem" }
    var key: String { folder + "/server-key.pem" }

    /// Returns whether the files are a key, its certificate and the certificate's authority, valid for at least another day.
    ///
    /// They are not if the first start was interrupted, or if only some of them were copied.
    ///
    /// - Throws: ``IdentityError`` if there is no `openssl`.
    func areUsable(at now: Date) async throws -> Bool {
        guard let leaf = try? NIOSSLCertificate.fromPEMFile(certificate).first,
            let secret = try? P256.Signing.PrivateKey(pemRepresentation: String(contentsOfFile: key, encoding: .utf8)),
            let publicKey = try? leaf.extractPublicKey().toSPKIBytes(),
            publicKey.elementsEqual(secret.publicKey.derRepresentation),
            TimeInterval(leaf.notValidBefore) <= now.timeIntervalSince1970
        else { return false }
        let tomorrow = Int(now.timeIntervalSince1970) + 86_400
        return try await OpenSSL.succeeds(
            ["verify", "-no-CApath", "-no-CAstore", "-CAfile", authority, "-attime", "\(tomorrow)", certificate])
    }
}
