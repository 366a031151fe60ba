import Baseline
import Foundation
import PushOpener

/// The libsodium calls of one seal or open, under the keys and on the message of a push that the toolkit sealed.
///
/// The initializer checks that it is the same work: the baseline opens the toolkit's envelope, and the toolkit opens the
/// baseline's.
final class BaselineWork {
    private let suite: baseline_suite
    private let keys: OpaquePointer
    private var message: [UInt8]
    private var sealed: [UInt8]
    private var opened: [UInt8]

    init(_ body: [UInt8], of parties: Parties, openedBy opener: Opener) throws {
        var object = try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any] ?? [:]
        guard let text = object["sealed"] as? String, let envelope = Data(base64URL: text), let number = envelope.first
        else { throw BenchmarkFailure(reason: "the body holds no envelope") }
        suite = baseline_suite(UInt32(number))
        let header = Array(envelope.prefix(suite == baseline_hpke_auth ? 9 : 5))
        let overhead = (suite == baseline_shared ? baseline_nonce_size : baseline_key_size) + baseline_tag_size
        sealed = Array(envelope.dropFirst(header.count))
        message = Array(repeating: 0, count: sealed.count - overhead)
        opened = message
        // "sealedpush-v1" ‖ header ‖ text(topic) ‖ text(audience) ‖ text(purpose), text(s) = u16(length) ‖ s
        let texts = [Parties.topic, "", "alert"].flatMap { [0, UInt8($0.utf8.count)] + $0.utf8 }
        let binding = Array("sealedpush-v1".utf8) + header + texts
        guard let keys = baseline_bind(parties.baseline, binding, binding.count) else {
            throw BenchmarkFailure(reason: "the baseline has no keys")
        }
        self.keys = keys
        open()
        message = opened
        seal()
        object["sealed"] = Data(header + sealed).base64URLText
        _ = try opener.open(Array(JSONSerialization.data(withJSONObject: object)))
    }

    /// Seals the message.
    func seal() {
        precondition(baseline_seal(keys, suite, &message, message.count, &sealed) == 0, "the baseline does not seal")
    }

    /// Opens the bytes that were sealed last.
    func open() {
        precondition(baseline_open(keys, suite, sealed, sealed.count, &opened) == 0, "the baseline does not open")
    }
}

/// A benchmark whose work is not done.
struct BenchmarkFailure: Error {
    let reason: String
}

extension Data {
    /// Decodes unpadded base64url (RFC 4648 §5).
    init?(base64URL text: String) {
        let standard = text.replacing("-", with: "+").replacing("_", with: "/")
        self.init(base64Encoded: standard + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4))
    }

    /// The bytes in unpadded base64url.
    var base64URLText: String {
        base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
