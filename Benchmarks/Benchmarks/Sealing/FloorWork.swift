import Benchmark
import Floor
import Foundation
import PushOpener

/// The primitives of one seal or open, under the keys and on the message of a push that the toolkit sealed.
///
/// That it is the same work is checked before it is measured: the floor opens what the toolkit sealed, and the toolkit opens
/// what the floor sealed.
final class FloorWork {
    /// What the primitives are.
    enum Suite: UInt8 {
        case hpkeAuth = 1
        case hpkeBase, shared, sealedBox

        var headerByteCount: Int { self == .hpkeAuth ? 9 : 5 }

        var overhead: Int {
            self == .shared ? floor_nonce_size + floor_tag_size : floor_key_size + floor_tag_size
        }
    }

    private let suite: Suite
    private let keys: OpaquePointer
    private let header: [UInt8]
    private var message: [UInt8]
    private var sealed: [UInt8]
    private var opened: [UInt8]
    private let body: [String: Any]

    /// Takes a body that the toolkit sealed and can open.
    init(_ body: [UInt8], of parties: Parties, openedBy opener: Opener) throws {
        let object = try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]
        guard let object, let text = object["sealed"] as? String,
            let envelope = Data(base64URL: text), let number = envelope.first, let suite = Suite(rawValue: number)
        else { throw UnfairContest(reason: "the toolkit's body holds no envelope") }
        self.body = object
        self.suite = suite
        header = Array(envelope.prefix(suite.headerByteCount))
        sealed = Array(envelope.dropFirst(suite.headerByteCount))
        message = Array(repeating: 0, count: sealed.count - suite.overhead)
        opened = message
        // "sealedpush-v1" ‖ header ‖ text(topic) ‖ text(audience) ‖ text(purpose), text(s) = u16(length) ‖ s
        let texts = [Parties.topic, "", "alert"].flatMap { [0, UInt8($0.utf8.count)] + $0.utf8 }
        let binding = Array("sealedpush-v1".utf8) + header + texts
        guard let keys = floor_bind(parties.floor, binding, binding.count) else {
            throw UnfairContest(reason: "the floor has no keys")
        }
        self.keys = keys
        try check(against: opener)
    }

    private func check(against opener: Opener) throws {
        guard openStatus(sealed) == 0 else {
            throw UnfairContest(reason: "the floor does not open the toolkit's envelope")
        }
        message = opened
        seal()
        var body = body
        body["sealed"] = Data(header + sealed).base64URLText
        _ = try opener.open(Array(JSONSerialization.data(withJSONObject: body)))
    }

    /// Seals the message.
    func seal() {
        let status =
            switch suite {
            case .hpkeAuth: floor_hpke_seal(keys, floor_provider, message, message.count, &sealed)
            case .hpkeBase: floor_hpke_seal(keys, floor_anonymous, message, message.count, &sealed)
            case .shared: floor_shared_seal(keys, message, message.count, &sealed)
            case .sealedBox: floor_box_seal(keys, &message, message.count, &sealed)
            }
        precondition(status == 0, "the floor does not seal")
    }

    /// Opens what was sealed last.
    func open() {
        precondition(openStatus(sealed) == 0, "the floor does not open what it sealed")
    }

    private func openStatus(_ sealed: [UInt8]) -> Int32 {
        switch suite {
        case .hpkeAuth: floor_hpke_open(keys, floor_provider, sealed, sealed.count, &opened)
        case .hpkeBase: floor_hpke_open(keys, floor_anonymous, sealed, sealed.count, &opened)
        case .shared: floor_shared_open(keys, sealed, sealed.count, &opened)
        case .sealedBox: floor_box_open(keys, sealed, sealed.count, &opened)
        }
    }
}

extension Data {
    /// The bytes of unpadded base64url (RFC 4648 §5).
    init?(base64URL text: String) {
        let standard = text.replacing("-", with: "+").replacing("_", with: "/")
        self.init(base64Encoded: standard + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4))
    }

    var base64URLText: String {
        base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
