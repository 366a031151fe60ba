import PushOpener

@testable import CryptoPrimitives
@testable import SealedEnvelope
@testable import StrictJSON

/// The input is the body of a push; if it is not JSON, also the text of an envelope.
func fuzzEnvelope(_ bytes: [UInt8]) throws(Violation) {
    try checkSpelling(of: String(decoding: bytes, as: UTF8.self))
    let root = (try? JSONValue(parsing: bytes))?.objectValue
    for (pushType, object) in [(PushType.alert, SealedObject.root(of: .alert)), (.liveactivity, .contentState)] {
        let opened = try? FixedKeys.opener.open(bytes, pushType: pushType)
        let strictlyOpened = try? FixedKeys.strictOpener.open(bytes, pushType: pushType)
        if let strictlyOpened {
            try demand(
                strictlyOpened.envelope.suite.authenticatesSender,
                "a pinned provider keeps unauthenticated suites out")
            try demand(
                opened?.payload == strictlyOpened.payload, "what a strict reader opens, a lenient one opens equally")
        }
        guard let text = root.flatMap(object.content(in:))?["sealed"]?.stringValue else {
            try demand(opened == nil, "a push without an envelope in its place does not open")
            continue
        }
        try checkSpelling(of: text)
    }
}

/// One envelope has one spelling (wire format §1), by the table and by libsodium.
private func checkSpelling(of text: String) throws(Violation) {
    let bytes = EnvelopeText.decode(text)
    let characters = Array(text.utf8)
    try demand(bytes == Base64URL.decode(characters.span), "the table and libsodium read the same")
    guard let bytes else { return }
    try demand(EnvelopeText.encode(bytes).hasSameBytes(as: text), "an envelope has one spelling")
}
