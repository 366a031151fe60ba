import PushSealer

@testable import ExtensionHost
@testable import PushPayload
@testable import SealedEnvelope
@testable import StrictJSON

/// Fuzzes the signature of a file, the descriptor of an attachment, and its blob.
func fuzzAttachment(_ bytes: [UInt8]) throws(Violation) {
    let type = AttachmentType(signature: bytes)
    let signature = Array(bytes.prefix(AttachmentType.signatureSize))
    try demand(AttachmentType(signature: signature) == type, "the signature alone determines the type")
    if let type { try demand(type.mayGo(by: type), "a type is compatible with itself") }
    if let json = try? JSONValue(parsing: bytes), let attachment = SealedAttachment(json: json) {
        try demand(attachment.json == json, "a descriptor has one form")
        _ = SealedAttachment.host(of: attachment.url)
        try demand((try? opened(bytes, by: attachment)) == nil, "a descriptor is no blob")
    }
    try checkBlob(bytes, type)
}

/// Seals the input as a file: its blob opens, and opens no more with one bit flipped, at a place that the input names.
private func checkBlob(_ file: [UInt8], _ type: AttachmentType?) throws(Violation) {
    var blob: [UInt8] = []
    let sealed = try? {
        var sealer = try AttachmentSealer()
        blob = try sealer.update(file)
        let (rest, attachment) = try sealer.finish(
            url: "https://media.example.com/", type: type?.rawValue ?? "public.data")
        blob += rest
        return attachment
    }()
    guard let sealed else { throw Violation(description: "a file is sealed") }
    try demand((try? opened(blob, by: sealed)) == file, "a blob opens to its file")
    let place = file.prefix(4).reduce(0) { $0 << 8 | Int($1) } % blob.count
    blob[place] ^= 1
    try demand((try? opened(blob, by: sealed)) == nil, "a changed blob does not open")
}

/// Opens a blob without the check of its digest.
private func opened(_ blob: [UInt8], by attachment: SealedAttachment) throws -> [UInt8] {
    var (opener, file) = (try BlobOpener(of: attachment), [UInt8]())
    try opener.update(blob[...]) { (part: Span<UInt8>) in for index in part.indices { file.append(part[index]) } }
    try opener.finish()
    return file
}
