import PushPayload
import SealedEnvelope
import StrictJSON

/// What everybody on the way can read, and what follows from it alone.
///
/// That of a placeholder is made once, with the placeholder, and is the whole of most pushes' visible part.
final class ClearPart: Sendable {
    /// The visible payload without the envelope key.
    let root: JSONObject
    /// The same without `mutable-content`, which is 1 in the clear and after opening, where a placeholder is shown.
    let patched: JSONObject
    /// Its digest (wire format §6), unless a number in it has no exact value.
    let digest: Result<[UInt8], InexactNumber>
    /// Its shortest JSON.
    let json: [UInt8]
    /// Its texts.
    let texts: ClearText

    /// Takes what is visible of a push that shows a placeholder, or that shows none.
    ///
    /// - Throws: ``SealError`` with `invalidPayload` for what no reader takes.
    init(_ root: JSONObject, showsPlaceholder: Bool) throws(SealError) {
        try root.requireReadableDepth(named: "placeholder")
        self.root = root
        var patched = root
        if showsPlaceholder { patched[.mutableContent] = nil }
        self.patched = patched
        digest = Result { () throws(InexactNumber) in try VisibleDigest.digest(of: root) }
        json = root.serialized()
        texts = ClearText(of: root)
    }
}
