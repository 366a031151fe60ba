import PushPayload
import RoundTrip
import SealedEnvelope
import StrictJSON
import TestSupport

/// Whether a body holds an envelope of suite 4 in a build without sealed boxes, which refuses it as an unknown suite before
/// all that else is wrong with it.
func holdsUnsupportedSuite(_ body: [UInt8], envelopeKey: String = "sealed") -> Bool {
    guard !SealingSuite.sealedBox.isSupported, let root = try? JSONValue(parsing: body).objectValue else {
        return false
    }
    let aps = root["aps"]?.objectValue
    return [root, aps?["content-state"]?.objectValue, aps?["attributes"]?.objectValue].contains { holder in
        isOfUnsupportedSuite(holder?[envelopeKey]?.stringValue)
    }
}

func isOfUnsupportedSuite(_ envelope: String?) -> Bool {
    !SealingSuite.sealedBox.isSupported && envelope.flatMap(EnvelopeText.decode)?.first == 4
}

extension KnownAnswer {
    /// Whether the case is of suite 4 in a build without sealed boxes.
    var isOfUnsupportedSuite: Bool { !SealingSuite.sealedBox.isSupported && number("suite") == 4 }
}
