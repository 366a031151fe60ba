import KeyManagement
import Platform
import StrictJSON

/// The public description of a keyring.
struct KeyringReport: Report {
    let keyring: Keyring
    let style: Style
    var policy = KeyPolicy.standard
    /// Whether the keyring is protected and only its public halves were read.
    var isLocked = false
    /// Whether a rotation that depends on the policy was due.
    var isRotated: Bool?
    /// The reasons why its next change would fail.
    var problems: [String] = []
    var erased: [KeyID]?
    /// The files that were created, the secret one first.
    var files: [String] = []
    var now = Date()

    /// The name, which is part of a file's name if the keyring was given by path.
    private var name: String { keyring.name.string.showingControls() }
    private var half: String { keyring.isSecret || isLocked ? "secret" : "public" }
    private var isProtected: Bool { keyring.isProtected || isLocked }

    /// Whether the keyring holds secrets, readable or protected; those of a registration are its chains.
    var holdsSecrets: Bool { keyring.holdsSecrets || isLocked }

    var warnings: [KeyWarning] { keyring.warnings(policy: policy, at: now) }

    /// The time at which a key reaches the age of the policy.
    func due(_ key: Key) -> Date { key.created.adding(policy.maximumAge) }

    var lines: [String] {
        if isRotated == false { return ["nothing is due: \(reasonForNothing)"] }
        let count = keyring.keys.count == 1 ? "1 key" : "\(keyring.keys.count) keys"
        var kind = keyring.role == .shared ? "shared" : "\(keyring.role.rawValue), \(half) half"
        if keyring.setVersion > 0 { kind += ", version \(keyring.setVersion)" }
        var lines = ["\(style.bold(name))  \(kind), \(count)\(isProtected ? ", protected by a passphrase" : "")"]
        // The primary key is marked only if there are several keys.
        let primary = keyring.keys.count > 1 ? try? keyring.primary.thumbprint : nil
        for key in keyring.keys {
            lines += [
                "", "  id          \(style.bold(key.id.description))\(key.thumbprint == primary ? ", primary" : "")",
                "  thumbprint  \(key.thumbprint)", "  fingerprint \(key.thumbprint.fingerprint)",
                "  state       \(key.stateInWords(at: now))", "  made        \(Dates.minute(key.created))",
            ]
            if let purposes = key.sharedKey?.purposes.map(\.rawValue).joined(separator: ", ") {
                lines.append("  purposes    \(purposes.showingControls())")
            }
            if let jwk = key.publicJWK {
                lines.append("  public key  \(String(decoding: jwk.serialized(), as: UTF8.self))")
            }
        }
        if let erased {
            let ids = erased.map(\.description).joined(separator: ", ")
            lines += ["", erased.isEmpty ? "nothing has ended, nothing was erased" : "secrets erased: \(ids)"]
            lines += keyring.keys.filter { $0.isSecret && !$0.state.isUsable(at: now) }.map {
                "key \($0.id) is erased when a key that was made after its end is a week old, or at once after its revocation"
            }
        }
        if !files.isEmpty { lines.append("") }
        for (half, file) in zip(["secret in ", "public in "], files) {
            lines.append("  \(half)  \(file.showingControls())")
        }
        return lines
    }

    private var reasonForNothing: String {
        guard let key = try? keyring.primary else { return "keyring \(name) has no active key: rotate it" }
        return "key \(key.id) of keyring \(name) is due \(Dates.minute(due(key)))"
    }

    var rows: [[String]] {
        keyring.keys.map { key in
            [
                name, key.role.rawValue, isLocked ? "protected" : key.half, key.id.description,
                key.stateInWords(at: now),
                Dates.minute(key.created),
            ]
        }
    }

    var json: JSONObject {
        JSONObject(present: [
            "name": .string(keyring.name.string), "role": .string(keyring.role.rawValue), "half": .string(half),
            "protected": .bool(isProtected),
            "keys": .array(keyring.keys.map { .object(json(of: $0)) }),
            "primary": (try? keyring.primary.id.description).map(JSONValue.string),
            "warnings": .array(warnings.map { .object($0.json) }),
            "version": keyring.setVersion > 0 ? .integer(keyring.setVersion) : nil,
            "pinned": keyring.pinnedVersion.map(JSONValue.integer), "rotated": isRotated.map(JSONValue.bool),
            "erased": erased.map { .array($0.map { .string($0.description) }) },
            "files": files.isEmpty ? nil : .array(files.map(JSONValue.string)),
        ])
    }

    /// The half of a key is left out where it is not known: a protected keyring may hold erased keys.
    private func json(of key: Key) -> JSONObject {
        let until: Date? = if case .retiring(let until) = key.state { until } else { nil }
        return JSONObject(present: [
            "id": .string(key.id.description), "thumbprint": .string(key.thumbprint.description),
            "fingerprint": .string(key.thumbprint.fingerprint), "half": isLocked ? nil : .string(key.half),
            "state": .string(key.state.name), "created": .integer(key.created.unixTime),
            "due": key.state == .active ? .integer(due(key).unixTime) : nil,
            "until": until.map { .integer($0.unixTime) }, "ended": until.map { .bool($0 < now) },
            "suite": key.enrolment.map { _ in 5 },
            "kem": key.enrolment?.chain?.isPostQuantum == true ? "ML-KEM-768" : nil,
            "purposes": (key.sharedKey?.purposes).map { .array($0.map { .string($0.rawValue) }) },
            "publicKey": key.publicJWK.map(JSONValue.object),
        ])
    }
}

extension Key {
    fileprivate var half: String { isSecret ? "secret" : "public" }

    fileprivate func stateInWords(at now: Date) -> String {
        let enrolled =
            enrolment == nil ? "" : enrolment?.chain?.isPostQuantum == false ? ", suite 5 without ML-KEM" : ", suite 5"
        guard case .retiring(let until) = state else { return state.name + enrolled }
        return "\(until < now ? "ended" : "retiring until") \(Dates.minute(until))\(enrolled)"
    }
}

extension KeyWarning {
    fileprivate var json: JSONObject {
        JSONObject(present: [
            "kind": .string(kind.rawValue), "key": key.map { .string($0.keyID.description) },
            "time": time.map { .integer($0.unixTime) }, "message": .string(description),
        ])
    }
}
