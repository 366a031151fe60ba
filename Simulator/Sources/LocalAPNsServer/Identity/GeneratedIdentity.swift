import Crypto
import Foundation
import SwiftASN1
import X509

/// A new certificate authority and one certificate for the loopback names, signed by it.
struct GeneratedIdentity {
    /// The validity of the certificates, in seconds: 90 days.
    static let lifetime: TimeInterval = 90 * 86_400

    let authorityPEM: String
    let certificatePEM: String
    let keyPEM: String

    init(at now: Date) throws {
        let authorityKey = P256.Signing.PrivateKey()
        let name = try DistinguishedName {
            CommonName("SealedPush simulator, this machine only")
        }
        let authority = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: .init(authorityKey.publicKey),
            notValidBefore: now.addingTimeInterval(-3600), notValidAfter: now.addingTimeInterval(Self.lifetime),
            issuer: name, subject: name, signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(keyCertSign: true))
                SubjectKeyIdentifier(hash: Certificate.PublicKey(authorityKey.publicKey))
            },
            issuerPrivateKey: .init(authorityKey))
        let key = P256.Signing.PrivateKey()
        let certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: .init(key.publicKey),
            notValidBefore: now.addingTimeInterval(-3600), notValidAfter: now.addingTimeInterval(Self.lifetime),
            issuer: name,
            subject: try DistinguishedName { CommonName("localhost") },
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                try ExtendedKeyUsage([.serverAuth])
                SubjectAlternativeNames([
                    .dnsName("localhost"),
                    .ipAddress(ASN1OctetString(contentBytes: [127, 0, 0, 1])),
                    .ipAddress(ASN1OctetString(contentBytes: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1])),
                ])
                AuthorityKeyIdentifier(
                    keyIdentifier: SubjectKeyIdentifier(hash: Certificate.PublicKey(authorityKey.publicKey))
                        .keyIdentifier)
            },
            issuerPrivateKey: .init(authorityKey))
        authorityPEM = try authority.serializeAsPEM().pemString + "\n"
        certificatePEM = try certificate.serializeAsPEM().pemString + "\n"
        keyPEM = key.pemRepresentation + "\n"
    }
}
