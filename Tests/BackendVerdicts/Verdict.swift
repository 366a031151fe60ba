import CryptoPrimitives
import Foundation
import PushOpener
import PushPayload
import SealedEnvelope
import StrictJSON

/// The verdict on one input: a hash of the content, or the code of the refusal.
enum Verdict {
    static func on(_ open: () throws(Refusal) -> JSONObject) -> String {
        do {
            return "opened \(hash(try open().serialized()))"
        } catch {
            return error.code.rawValue
        }
    }

    static func onPush(_ body: [UInt8], pushType: PushType, opener: Opener) -> String {
        on { () throws(Refusal) in try opener.open(body, pushType: pushType).payload.root }
    }

    static func onEnvelope(_ text: String, purpose: String, opener: Opener) -> String {
        on { () throws(Refusal) in
            try opener.open(envelope: text, purpose: Purpose(rawValue: purpose)).content
        }
    }

    static func hash(_ bytes: [UInt8]) -> String { Base64URL.string(encoding: SHA256.digest(of: bytes.span).span) }
}
