@testable import ExtensionHost
@testable import UserNotifications

func fuzzAttachment(_ bytes: [UInt8]) throws(Violation) {
    let type = AttachmentType(signature: bytes)
    let beginning = Array(bytes.prefix(AttachmentType.signatureSize))
    try demand(AttachmentType(signature: beginning) == type, "the beginning tells the type")
    if let type { try demand(type.mayGo(by: type), "a type may go by itself") }
}
