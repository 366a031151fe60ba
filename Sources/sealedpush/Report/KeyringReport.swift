import FoundationEssentials
import KeyManagement
import StrictJSON

/// The public description of a keyring.
struct KeyringReport: Report {
    let keyring: Keyring
    let style: Style
    var erased: [KeyID]?
    /// The files that were created, the secret one first.
    var files: [String] = []
    var now = Date()

    /// The name, which is part of a file's name if the keyring was given by path.
    private var name: String { keyring.name.showingControls() }
    private var half: String { keyring.isSecret ? "secret" : "public" }

    var lines: [String] {
        let count = keyring.keys.count == 1 ? "1 key" : "\(keyring.keys.count) keys"
        let kind = keyring.role == .shared ? "shared" : "\(keyring.role.rawValue), \(half) half"
        var lines = ["\(style.bold(name))  \(kind), \(count)"]
        if keyring.isDemonstration { lines.append(style.yellow("a public demonstration; everyone has its keys")) }
        // The primary key is marked only if there are several keys.
        let primary = keyring.keys.count > 1 ? try? keyring.primary.thumbprint : nil
        for key in keyring.keys {
            lines += [
                "", "  id          \(style.bold(key.id.description))\(key.thumbprint == primary ? ", primary" : "")",
                "  thumbprint  \(key.thumbprint)", "  fingerprint \(key.thumbprint.fingerprint)",
                "  state       \(key.stateInWords(at: now))", "  made        \(Dates.minute(key.created))",
            ]
            if let jwk = key.publicJWK {
                lines.append("  public key  \(String(decoding: jwk.serialized(), as: UTF8.self))")
            }
        }
        if let erased {
            let ids = erased.map(\.description).joined(separator: ", ")
            lines += ["", erased.isEmpty ? "nothing has ended, nothing was erased" : "secrets erased: \(ids)"]
        }
        if !files.isEmpty { lines.append("") }
        for (half, file) in zip(["secret in ", "public in "], files) {
            lines.append("  \(half)  \(file.showingControls())")
        }
        return lines
    }

    var rows: [[String]] {
        keyring.keys.map { key in
            [
                name + (keyring.isDemonstration ? " (demonstration)" : ""), key.role.rawValue, key.half,
                key.id.description, key.stateInWords(at: now), Dates.minute(key.created),
            ]
        }
    }

    var json: JSONObject {
        JSONObject(present: [
            "name": .string(keyring.name), "role": .string(keyring.role.rawValue), "half": .string(half),
            "demonstration": .bool(keyring.isDemonstration),
            "keys": .array(keyring.keys.map { .object($0.json(at: now)) }),
            "primary": (try? keyring.primary.id.description).map(JSONValue.string),
            "erased": erased.map { .array($0.map { .string($0.description) }) },
            "files": files.isEmpty ? nil : .array(files.map(JSONValue.string)),
        ])
    }
}

extension Key {
    fileprivate var half: String { isSecret ? "secret" : "public" }

    fileprivate func stateInWords(at now: Date) -> String {
        guard case .retiring(let until) = state else { return state.name }
        return "\(until < now ? "ended" : "retiring until") \(Dates.minute(until))"
    }

    fileprivate func json(at now: Date) -> JSONObject {
        let until: Date? = if case .retiring(let until) = state { until } else { nil }
        return JSONObject(present: [
            "id": .string(id.description), "thumbprint": .string(thumbprint.description),
            "fingerprint": .string(thumbprint.fingerprint), "half": .string(half), "state": .string(state.name),
            "until": until.map { .integer($0.unixTime) }, "ended": until.map { .bool($0 < now) },
            "created": .integer(created.unixTime), "publicKey": publicJWK.map(JSONValue.object),
        ])
    }
}
