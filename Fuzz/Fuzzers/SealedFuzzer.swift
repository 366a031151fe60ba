import KeyManagement
import PushOpener
import StrictJSON

@testable import PushSealer
@testable import SealedEnvelope
@testable import CryptoPrimitives

/// What lies behind the seal, which no mutation of an envelope reaches: the input is sealed first.
///
/// The first byte chooses the suite (bits 0 and 1) and what the rest of the input is (bits 2 and 3).
func fuzzSealed(_ bytes: [UInt8]) throws(Violation) {
    guard let first = bytes.first else { return }
    let push = SpecimenPush(seal: SpecimenPush.seals[Int(first & 3)])
    let rest = Array(bytes.dropFirst())
    switch first >> 2 & 3 {
    case 0: try checkMessage(rest, push)
    case 1: try checkOverlay(rest, push)
    case 2: try checkTampering(rest, push)
    default: try checkRewriting(rest, push)
    }
}

/// The rest is the message: it opens exactly when all that the wire format demands of a message holds.
private func checkMessage(_ message: [UInt8], _ push: SpecimenPush) throws(Violation) {
    let opened = try? FixedKeys.opener.open(push.body(around: message))
    guard let read = try? Message(decoding: message), let overlay = try? JSONValue(parsing: read.overlay),
        let members = overlay.objectValue
    else {
        try demand(opened == nil, "a message that cannot be read does not open")
        return
    }
    let isInTime =
        UInt64(read.issuedAt) <= UInt64(FixedKeys.now) + 60
        && read.expiresAt.map { UInt64(FixedKeys.now) <= UInt64($0) + 60 } ?? true
    try demand((opened != nil) == isInTime, "a message opens exactly in its time")
    guard let opened else { return }
    switch opened.visiblePart {
    case .unprotected:
        try demand(read.outerDigest == nil, "only a message without digest is unprotected")
        try demand(
            opened.payload.root == MergePatch.merge(SpecimenPush.visible, with: members), "the overlay is merged")
    case .verified:
        try demand(read.outerDigest.map(Array.init) == SpecimenPush.digest, "only the right digest is verified")
    case .changed:
        try demand(
            opened.payload.root == MergePatch.merge(["aps": ["mutable-content": 1]], with: members),
            "nothing of a changed visible part is delivered")
    }
}

/// The rest is the overlay of a message that is good otherwise.
private func checkOverlay(_ overlay: [UInt8], _ push: SpecimenPush) throws(Violation) {
    let opened = try? FixedKeys.opener.open(push.body(around: SpecimenPush.message(overlay)))
    guard let members = (try? JSONValue(parsing: overlay))?.objectValue else {
        try demand(opened == nil, "an overlay that is no JSON object does not open")
        return
    }
    try demand(opened?.visiblePart == .verified, "a good overlay opens, its visible part verified")
    try demand(
        opened?.payload.root == MergePatch.merge(SpecimenPush.visible, with: members), "the overlay is merged")
}

/// The rest are changes to the envelope's bytes, three bytes each: where (2), and what is flipped there.
private func checkTampering(_ changes: [UInt8], _ push: SpecimenPush) throws(Violation) {
    let envelope = push.envelope(around: SpecimenPush.message(SpecimenPush.overlay))
    var changed = envelope
    for start in stride(from: 0, to: changes.count - 2, by: 3) {
        changed[(Int(changes[start]) << 8 | Int(changes[start + 1])) % changed.count] ^= changes[start + 2]
    }
    switch changes.count % 3 {
    case 1: changed.removeLast(min(changed.count, Int(changes[changes.count - 1])))
    case 2: changed += changes.suffix(2)
    default: break
    }
    let opened = try? FixedKeys.opener.open(push.body(holding: changed))
    try demand((opened != nil) == (changed == envelope), "an envelope opens exactly as it was sealed")
}

/// The rest are changes to the body's text, three bytes each: where (2), and what stands there instead.
private func checkRewriting(_ changes: [UInt8], _ push: SpecimenPush) throws(Violation) {
    var body = push.body(around: SpecimenPush.message(SpecimenPush.overlay))
    for start in stride(from: 0, to: changes.count - 2, by: 3) {
        body[(Int(changes[start]) << 8 | Int(changes[start + 1])) % body.count] = changes[start + 2]
    }
    guard let opened = try? FixedKeys.opener.open(body) else { return }
    switch opened.visiblePart {
    case .unprotected: throw Violation(description: "nobody on the way takes the digest away")
    case .verified:
        try demand(opened.payload.root == SpecimenPush.restored, "a verified push is the one that was sealed")
    case .changed:
        let hidden: [JSONObject] = [[:], ["aps": ["mutable-content": 1]]]
        try demand(
            hidden.contains { opened.payload.root == MergePatch.merge($0, with: SpecimenPush.overlayMembers) },
            "nothing of a changed visible part is delivered")
    }
}
