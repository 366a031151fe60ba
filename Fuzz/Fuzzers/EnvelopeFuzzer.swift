import PushOpener

@testable import CryptoPrimitives
@testable import SealedEnvelope
@testable import StrictJSON

/// Fuzzes `Opener` with the body of a push, and the envelope's text encoding with the same input.
func fuzzEnvelope(_ bytes: [UInt8]) throws(Violation) {
    try checkEncoding(of: String(decoding: bytes, as: UTF8.self))
    let root = (try? JSONValue(parsing: bytes))?.objectValue
    for (pushType, object) in [(PushType.alert, SealedObject.root(of: .alert)), (.liveactivity, .contentState)] {
        let opened = try? FixedKeys.opener.open(bytes, pushType: pushType)
        let strictlyOpened = try? FixedKeys.strictOpener.open(bytes, pushType: pushType)
        if let strictlyOpened {
            try demand(
                strictlyOpened.envelope.suite != .hpkeBase,
                "a pinned provider refuses suite 2; suite 3 is bound to the purposes of its key")
            try demand(
                opened?.payload == strictlyOpened.payload, "the strict and the lenient opener return the same payload")
        }
        guard let text = root.flatMap(object.content(in:))?["sealed"]?.stringValue else {
            try demand(opened == nil, "a push without an envelope in the purpose's object does not open")
            continue
        }
        try checkEncoding(of: text)
    }
}

/// Checks that an envelope has one encoding (wire format §1), and that the table and libsodium decode alike.
private func checkEncoding(of text: String) throws(Violation) {
    let bytes = EnvelopeText.decode(text)
    let characters = Array(text.utf8)
    try demand(bytes == Base64URL.decode(characters.span), "the table and libsodium decode the same bytes")
    guard let bytes else { return }
    try demand(EnvelopeText.encode(bytes).utf8.elementsEqual(text.utf8), "an envelope has one encoding")
}
