import Foundation
import NIOCore
package import NIOSSL

/// The server's certificate and key, and the CA certificate that clients trust.
///
/// The folder contains `ca.pem`, `server.pem` and `server-key.pem` (mode 0600). The authority's key is discarded after it
/// has signed the certificate, so that it cannot sign another one.
public struct ServerIdentity: Sendable {
    /// The time for a client to answer the close of TLS, of which a stalled client would take five seconds.
    private static let shutdownTimeout = TimeAmount.seconds(1)

    /// The path of the CA certificate that clients must trust.
    public let authorityPath: String

    let chain: [NIOSSLCertificate]
    let key: NIOSSLPrivateKey

    /// TLS 1.2 or later, and one application protocol.
    ///
    /// A client that negotiates no protocol is served, as on Apple's servers (jchambers/pushy, issues 736 and 808).
    package func tls(for applicationProtocol: String) -> TLSConfiguration {
        var tls = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        tls.minimumTLSVersion = .tlsv12
        tls.shutdownTimeout = Self.shutdownTimeout
        tls.applicationProtocols = [applicationProtocol]
        return tls
    }
}

extension ServerIdentity {
    /// Reads the identity in a folder; generates one first if there is none, if its files do not belong together, or if it expires
    /// within a day.
    ///
    /// - Throws: ``IdentityError`` if the command `openssl` is missing or fails; if the folder cannot be written.
    public init(folder: String) async throws {
        let files = IdentityFiles(folder: folder)
        if try await !files.areUsable(at: Date()) { try await files.generate() }
        self.init(
            authorityPath: files.authority, chain: try NIOSSLCertificate.fromPEMFile(files.certificate),
            key: try NIOSSLPrivateKey(file: files.key, format: .pem))
    }
}
