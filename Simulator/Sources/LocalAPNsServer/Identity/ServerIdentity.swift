public import Foundation
import NIOSSL

/// The server's certificate and key, and the CA certificate that clients trust.
///
/// The folder contains `ca.pem`, `server.pem` and `server-key.pem` (mode 0600). The authority's key is discarded after it
/// has signed the certificate, so that it cannot sign another one.
public struct ServerIdentity: Sendable {
    /// The path of the CA certificate that clients must trust.
    public let authorityPath: String

    let chain: [NIOSSLCertificate]
    let key: NIOSSLPrivateKey

    /// Reads the identity in a folder; generates one first if there is none or if it expires within a day.
    ///
    /// - Throws: if the folder cannot be written, or its files are not a certificate and a key.
    public init(folder: String, now: Date = Date()) throws {
        let files = IdentityFiles(folder: folder)
        if try !files.areUsable(at: now) { try files.write(GeneratedIdentity(at: now)) }
        authorityPath = files.authority
        chain = try NIOSSLCertificate.fromPEMFile(files.certificate)
        key = try NIOSSLPrivateKey(file: files.key, format: .pem)
    }

    /// TLS 1.2 or later, and HTTP/2 only.
    ///
    /// A client that negotiates no protocol is served, as on Apple's servers (jchambers/pushy, issues 736 and 808).
    var tls: TLSConfiguration {
        var tls = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        tls.minimumTLSVersion = .tlsv12
        tls.applicationProtocols = ["h2"]
        return tls
    }
}
