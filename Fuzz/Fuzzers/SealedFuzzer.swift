import Foundation
import PushOpener
import StrictJSON

@testable import CryptoPrimitives
@testable import KeyManagement
@testable import PushSealer
@testable import SealedEnvelope

/// Fuzzes the code that runs after decryption, by sealing the input first; mutations of an envelope do not reach it.
///
/// The first byte selects the suite (bits 0 and 1) and the use of the other bytes (bits 2 and 3).
func fuzzSealed(_ bytes: [UInt8]) throws(Violation) {
    guard let first = bytes.first else { return }
    let push = SamplePush(keys: SamplePush.keys[Int(first) % SamplePush.keys.count])
    let rest = Array(bytes.dropFirst())
    switch first >> 2 & 3 {
    case 0: try checkMessage(rest, push)
    case 1: try checkContent(rest, push)
    case 2: try checkTampering(rest, push)
    default: try checkRewriting(rest, push)
    }
}

/// Seals the input as the message: it opens exactly if the message is valid by the wire format.
private func checkMessage(_ message: [UInt8], _ push: SamplePush) throws(Violation) {
    let opened = try? FixedKeys.opener.open(push.body(around: message))
    guard let read = try? Message(decoding: message),
        let content = (try? JSONValue(parsing: Array(read.content)))?.objectValue
    else {
        try demand(opened == nil, "a malformed message does not open")
        return
    }
    let isInTime =
        Date(unixTime: read.issuedAt) <= FixedKeys.now + 300 && FixedKeys.now <= Date(unixTime: read.expiresAt) + 60
    try demand((opened != nil) == isInTime, "a message opens exactly between issuedAt and expiresAt")
    guard let opened else { return }
    try demand(opened.payload.root == content, "exactly the content is delivered")
    try demand(
        opened.envelope.issuedAt.unixTime == read.issuedAt && opened.envelope.expiresAt.unixTime == read.expiresAt
            && opened.envelope.sequence == read.sequence,
        "times and sequence are those of the message")
}

/// Seals the input as the content of an otherwise valid message.
private func checkContent(_ content: [UInt8], _ push: SamplePush) throws(Violation) {
    let body = push.body(around: SamplePush.message(content))
    let opened = try? FixedKeys.opener.open(body)
    guard let members = (try? JSONValue(parsing: content))?.objectValue else {
        try demand(opened == nil, "a content that is not a JSON object does not open")
        return
    }
    try demand(opened?.payload.root == members, "exactly the content is delivered")
    try demand(
        (try? FixedKeys.opener.open(body, pushType: .background)) == nil, "an alert does not open for another push type"
    )
}

/// Applies the input as changes to the envelope, three bytes each: the offset (2 bytes) and the bits to flip.
private func checkTampering(_ changes: [UInt8], _ push: SamplePush) throws(Violation) {
    let envelope = push.envelope(around: SamplePush.message(SamplePush.content))
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
    try demand((opened != nil) == (changed == envelope), "an envelope opens exactly if it is unchanged")
}

/// Applies the input as changes to the body's text, three bytes each: the offset (2 bytes) and the new byte.
private func checkRewriting(_ changes: [UInt8], _ push: SamplePush) throws(Violation) {
    var body = push.body(around: SamplePush.message(SamplePush.content))
    for start in stride(from: 0, to: changes.count - 2, by: 3) {
        body[(Int(changes[start]) << 8 | Int(changes[start + 1])) % body.count] = changes[start + 2]
    }
    guard let opened = try? FixedKeys.opener.open(body) else { return }
    try demand(
        opened.payload.serialized() == SamplePush.content,
        "a changed visible part does not change the delivered payload")
}
