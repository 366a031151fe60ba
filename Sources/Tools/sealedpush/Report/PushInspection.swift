import KeyManagement
import PushPayload
import SealedEnvelope
import StrictJSON

/// A push as an intermediary sees it: its visible part, its envelopes, and the sizes of its parts.
struct PushInspection {
    struct Holder {
        let member: PayloadPath
        /// The envelope, unless it is malformed.
        var envelope: Envelope?
        /// The reason why the member is not an envelope.
        var problem: String?

        init(_ value: JSONValue, at member: PayloadPath) {
            self.member = member
            guard let text = value.stringValue else {
                problem = "expected a string, found \(value.kind)"
                return
            }
            do throws(EnvelopeError) {
                envelope = try Envelope(text: text)
            } catch {
                problem = error.reason
            }
        }
    }

    let root: JSONObject
    let holders: [Holder]
    let pushType: PushType?
    /// The sizes of the parts; their sum is the size of the body.
    let parts: [(name: String, byteCount: Int)]
    let byteCount: Int
    /// The maximum size that APNs accepts, in bytes; that of most push types if the type is unknown.
    let limit: Int

    var envelopes: [Envelope] { holders.compactMap(\.envelope) }

    init(_ input: Input, envelopeKey: String, pushType: PushType?, isBroadcast: Bool) throws(Failure) {
        let payload = try input.payload()
        let pushType = pushType ?? PushType.derived(from: payload)
        let objects: [SealedObject] =
            pushType == .liveactivity ? [.contentState, .attributes] : [.root(of: pushType ?? .alert)]
        holders = objects.compactMap { object in
            object.content(in: payload.root)?[envelopeKey].map { value in
                let names = (object.path?.names ?? []) + [UTF8Text(envelopeKey)]
                return Holder(value, at: PayloadPath(names: names) ?? PayloadPath(names: envelopeKey))
            }
        }
        self.pushType = pushType
        root = payload.root
        byteCount = input.bytes.count
        limit = isBroadcast ? BroadcastHeaders.maximumByteCount : (pushType ?? .alert).maximumByteCount
        parts = Self.parts(of: payload.root, byteCount: byteCount, holders: holders)
    }

    private static func parts(
        of root: JSONObject, byteCount: Int, holders: [Holder]
    ) -> [(name: String, byteCount: Int)] {
        let found = holders.filter { $0.envelope != nil }
        let envelopes = holders.compactMap(\.envelope)
        func size(_ member: JSONObject.Member) -> Int {
            JSONValue.string(member.name.string).serialized().count + 1 + member.value.serialized().count
        }
        func sum(_ count: (Envelope) -> Int) -> Int { envelopes.reduce(0) { $0 + count($1) } }
        // The text of an envelope is counted separately from the member that contains it.
        let inside = found.allSatisfy { $0.member.names.count > 1 } ? sum(\.characterCount) : 0
        let aps = root.members.first { $0.name == "aps" }.map(size) ?? 0
        let others = root.members.filter { member in
            member.name != "aps" && !found.contains { $0.member == PayloadPath(names: member.name.string) }
        }
        var parts = [("visible aps", aps - inside), ("other visible members", others.reduce(0) { $0 + size($1) })]
        if let first = envelopes.first {
            let tag = 16
            func start(_ envelope: Envelope) -> Int { envelope.suite == .shared ? 24 : 32 }
            parts += [
                ("envelope header", sum(\.header.count)),
                (first.suite == .shared ? "nonce" : "encapsulated key", sum(start)),
                ("ciphertext", sum { $0.sealedPart.count - start($0) - tag }),
                ("authentication tag", tag * envelopes.count),
                ("base64 expansion", sum { $0.characterCount - $0.bytes.count }),
            ]
        }
        return parts + [("JSON punctuation", byteCount - parts.reduce(0) { $0 + $1.1 })]
    }
}

extension Envelope {
    var messageByteCount: Int { bytes.count - suite.overhead }
    /// The size of the text, unpadded base64url.
    var characterCount: Int { (bytes.count * 4 + 2) / 3 }
}

/// The report of `inspect`: what every intermediary can read of a push, and where its bytes go.
struct InspectionReport: Report {
    let inspection: PushInspection
    let style: Style

    var json: JSONObject {
        let body = JSONObject(present: [
            "bytes": .integer(inspection.byteCount), "pushType": inspection.pushType.map { .string($0.rawValue) },
            "limit": .integer(inspection.limit), "left": .integer(inspection.limit - inspection.byteCount),
        ])
        var visible = inspection.root
        for holder in inspection.holders where holder.envelope != nil { visible[at: holder.member] = nil }
        return [
            "body": .object(body), "visible": .object(visible),
            "envelopes": .array(inspection.holders.map { .object(Self.json(of: $0)) }),
            "parts": .array(inspection.parts.map { ["name": .string($0.name), "bytes": .integer($0.byteCount)] }),
        ]
    }

    private static func json(of holder: PushInspection.Holder) -> JSONObject {
        let path = JSONValue.string(holder.member.description)
        guard let envelope = holder.envelope else {
            return JSONObject(present: ["path": path, "problem": holder.problem.map(JSONValue.string)])
        }
        return JSONObject(present: [
            "path": path, "suite": .integer(envelope.suite.rawValue), "suiteName": .string(envelope.suite.name),
            "recipient": .string(KeyID(rawValue: envelope.recipient).description),
            "sender": envelope.sender.map { .string(KeyID(rawValue: $0).description) },
            "day": envelope.day.map { .integer(Int($0)) },
            "bytes": .integer(envelope.bytes.count), "characters": .integer(envelope.characterCount),
            "messageBytes": .integer(envelope.messageByteCount),
        ])
    }

    var lines: [String] { visible + [""] + envelope + bytes }

    private var visible: [String] {
        let heading =
            inspection.envelopes.isEmpty
            ? "Not sealed: every intermediary can read all of it" : "Visible to every intermediary"
        var root = inspection.root
        for holder in inspection.holders {
            guard let envelope = holder.envelope else { continue }
            root[at: holder.member] = .string("… \(envelope.characterCount) characters")
        }
        return [style.bold(heading)]
            + root.members.map { member in
                let value = String(decoding: member.value.serialized(), as: UTF8.self)
                return "  \(member.name)  \(value)".showingControls()
            }
    }

    private var envelope: [String] {
        inspection.holders.flatMap { holder -> [String] in
            let path = holder.member.description.showingControls()
            if let problem = holder.problem { return [style.bold("No envelope at \"\(path)\": ") + problem, ""] }
            guard let envelope = holder.envelope else { return [] }
            let suite = envelope.suite
            let role = suite == .shared ? "shared" : "device"
            func id(_ rawValue: UInt32) -> String { style.bold(KeyID(rawValue: rawValue).description) }
            return [
                style.bold("The envelope at \"\(path)\""),
                "  suite      \(suite.rawValue), \(suite.name): \(suite.whoCanSeal)",
                "  sealed to  \(role) key \(id(envelope.recipient))",
                envelope.sender.map { "  sealed by  provider key \(id($0)), if it opens" },
                envelope.day.map { "  for day    \($0) since 1970, in UTC" },
                "  size       \(envelope.bytes.count) bytes, in base64url \(envelope.characterCount)",
                "  message    \(envelope.messageByteCount) bytes with padding; its content is secret", "",
            ].compactMap(\.self)
        }
    }

    private var bytes: [String] {
        let parts = inspection.parts + [("the whole body", inspection.byteCount)]
        let names = parts.map(\.name.displayWidth).max() ?? 0
        let numbers = String(inspection.byteCount).count
        var lines = parts.map { name, byteCount in
            "  \(name.padded(to: names))  \(String(byteCount).indented(to: numbers))"
        }
        lines[lines.count - 1] += "  \(bytesLeft)"
        return [style.bold("Where the bytes go")] + lines
    }

    /// The number of bytes up to the limit, in words.
    private var bytesLeft: String {
        let left = inspection.limit - inspection.byteCount
        let kind =
            inspection.pushType.map { type in
                "\(type.rawValue.first.map("aeiou".contains) == true ? "an" : "a") \(type.rawValue) push"
            } ?? "most pushes"
        return left >= 0
            ? "of \(inspection.limit) that \(kind) may have; \(left) left"
            : style.red("\(-left) more than the \(inspection.limit) that \(kind) may have")
    }
}

extension SealingSuite {
    fileprivate var whoCanSeal: String {
        switch self {
        case .hpkeAuth: "only the holder of the provider key can seal it"
        case .hpkeAuthPSK: "only the holder of the provider key and of the device's chain can seal it"
        case .hpkeBase: "anyone with the device's public key can seal it"
        case .shared: "any holder of the shared key can seal it"
        }
    }
}
