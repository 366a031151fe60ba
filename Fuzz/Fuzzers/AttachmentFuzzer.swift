@testable import ExtensionHost
@testable import UserNotifications

func fuzzAttachment(_ bytes: [UInt8]) throws(Violation) {
    let type = AttachmentType(signature: bytes)
    let signature = Array(bytes.prefix(AttachmentType.signatureSize))
    try demand(AttachmentType(signature: signature) == type, "the signature alone determines the type")
    if let type { try demand(type.mayGo(by: type), "a type is compatible with itself") }
}
