public import Foundation
import NIOSSL

/// The certificate with which the server says who it is, and the authority by which a client knows it.
///
/// A folder keeps `ca.pem`, `server.pem` and `server-key.pem` (mode 0600). The authority's key is thrown away once it has
/// signed the one certificate, so nobody can misuse a client's trust in it.
public struct ServerIdentity: Sendable {
    /// The path of the authority's certificate, which a client is told to trust.
    public let authorityPath: String

    let chain: [NIOSSLCertificate]
    let key: NIOSSLPrivateKey

    /// Reads the identity of a folder; makes one first if there is none, or if it ends within a day.
    ///
    /// - Throws: if the folder cannot be written, or holds files that are no certificate and key.
    public init(folder: String, now: Date = Date()) throws {
        let files = IdentityFiles(folder: folder)
        if try !files.areUsable(at: now) { try files.write(MadeIdentity(at: now)) }
        authorityPath = files.authority
        chain = try NIOSSLCertificate.fromPEMFile(files.certificate)
        key = try NIOSSLPrivateKey(file: files.key, format: .pem)
    }

    /// TLS 1.2 or later, HTTP/2 and nothing else, as Apple's servers speak.
    var tls: TLSConfiguration {
        var tls = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        tls.minimumTLSVersion = .tlsv12
        tls.applicationProtocols = ["h2"]
        return tls
    }
}
