import Foundation
import Security
import Testing

@Suite("Certificates")
struct CertificateTests {
    @Test("a certificate has the data from which it was made")
    func data() throws {
        let der = Data([0x30, 0x03, 0x02, 0x01, 0x07])
        let certificate = try #require(SecCertificateCreateWithData(nil, der as CFData))
        #expect(SecCertificateCopyData(certificate) as Data == der)
    }
}
