import PushOpener

@testable import SealedEnvelope
@testable import CryptoPrimitives
@testable import StrictJSON

/// The input is the body of a push; if it is no JSON, also the text of an envelope.
func fuzzEnvelope(_ bytes: [UInt8]) throws(Violation) {
    try checkSpelling(of: String(decoding: bytes, as: UTF8.self))
    let opened = try? FixedKeys.opener.open(bytes)
    let strictlyOpened = try? FixedKeys.strictOpener.open(bytes)
    if let strictlyOpened {
        try demand(strictlyOpened.suite.authenticatesSender, "a pinned provider keeps unauthenticated suites out")
        try demand(opened?.payload == strictlyOpened.payload, "what a strict reader opens, a lenient one opens equally")
    }
    guard let root = (try? JSONValue(parsing: bytes))?.objectValue else {
        try demand(opened == nil, "what is no JSON object does not open")
        return
    }
    guard let text = root["sealed"]?.stringValue else {
        try demand(opened == nil, "what has no envelope does not open")
        return
    }
    try checkSpelling(of: text)
}

/// One envelope has one spelling (wire format §1).
private func checkSpelling(of text: String) throws(Violation) {
    guard let envelope = try? Envelope(text: text) else { return }
    try demand(
        Base64URL.string(encoding: envelope.bytes.span).hasSameBytes(as: text), "an envelope has one spelling")
}
