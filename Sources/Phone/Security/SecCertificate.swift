public import Foundation
public import FoundationAdditions

// swift-certificates uses these names in every build that has a module `Security`, also for programs that are not linked with it:
// so they have no symbols of their own.

/// A certificate, as its encoded data, which is not decoded here.
public typealias SecCertificate = NSData

/// Returns a certificate with the data; on a phone nil if the data is not a certificate in DER.
@export(implementation)
public func SecCertificateCreateWithData(_ allocator: CFTypeRef?, _ data: CFData) -> SecCertificate? { data }

/// Returns the data of a certificate.
@export(implementation)
public func SecCertificateCopyData(_ certificate: SecCertificate) -> CFData { certificate }
