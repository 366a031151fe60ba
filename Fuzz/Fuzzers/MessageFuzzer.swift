import StrictJSON

@testable import SealedEnvelope

/// The input is a message; then also two JSON objects with the byte 0xFF between them.
func fuzzMessage(_ bytes: [UInt8]) throws(Violation) {
    if let message = try? Message(decoding: bytes) {
        try demand(message.encoded(paddedTo: bytes.count) == bytes, "a message has one spelling")
        try demand(message.encoded(paddedTo: message.unpaddedByteCount) == nil, "padding takes a byte")
    }
    let objects = bytes.split(separator: 0xFF, maxSplits: 1, omittingEmptySubsequences: false).map {
        (try? JSONValue(parsing: $0))?.objectValue
    }
    for case let object? in objects { try checkDigest(of: object) }
    guard objects.count == 2, let visible = objects[0], let target = objects[1] else { return }
    let merged = MergePatch.merge(visible, with: target)
    try demand(MergePatch.merge(merged, with: target) == merged, "merging twice changes nothing more")
    try demand(merged.serializedByteCount == merged.serialized().count, "the size of what was merged is known")
    // RFC 7396 cannot say that something is null.
    guard !target.hasNullMember, !visible.hasNullMember else { return }
    let patch = MergePatch.difference(from: visible, to: target)
    try demand(MergePatch.merge(visible, with: patch) == target, "the difference restores the target")
    try demand(patch.isEmpty == (visible == target), "equal objects, and only they, differ by nothing")
}

/// Rewriting the text does not change the digest (wire format §6).
private func checkDigest(of object: JSONObject) throws(Violation) {
    guard let digest = try? VisibleDigest.digest(of: object) else { return }
    let reversed = JSONObject(object.members.reversed().map { ($0.name, $0.value) })
    try demand((try? VisibleDigest.digest(of: reversed)) == digest, "the order of members does not count")
}

extension JSONObject {
    /// Whether a null stands where a merge patch would delete; nulls in arrays are values.
    fileprivate var hasNullMember: Bool {
        members.contains { $0.value.isNull || $0.value.objectValue?.hasNullMember == true }
    }
}
