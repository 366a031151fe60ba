import KeyManagement
import Platform
import StrictJSON

/// The keyrings of a folder, as a table, as JSON and as metrics; an unreadable one is listed with its error.
struct KeyringList {
    /// The result of a check, whose value is the exit code; 1 remains for a check that cannot be made.
    enum Health: Int32 {
        case well = 0
        /// A warning asks for action.
        case due = 2
        /// A keyring is unreadable or cannot be used, or there is none.
        case broken = 3
    }

    var keyrings: [(name: UTF8Text, report: Result<KeyringReport, KeyError>)] = []

    private var reports: [KeyringReport] { keyrings.compactMap { try? $0.report.get() } }

    var errors: [KeyError] {
        keyrings.compactMap { if case .failure(let error) = $0.report { error } else { nil } }
    }

    var health: Health {
        let warnings = reports.flatMap(\.warnings)
        guard !reports.isEmpty, errors.isEmpty, !warnings.contains(where: { $0.kind == .noActiveKey }) else {
            return .broken
        }
        return self.warnings.isEmpty ? .well : .due
    }

    /// The errors for keyrings that must hold their secrets and do not; one that cannot be read has its own error.
    func lost(of own: [UTF8Text]) -> [String] {
        let unusable = reports.compactMap { report -> String? in
            let name = report.keyring.name
            guard report.keyring.isSecret, let key = try? report.keyring.primary, !key.isSecret else { return nil }
            return
                "keyring \(name) lacks the secret of its primary key \(key.id); rotate it, or restore it from a backup"
        }
        return unusable
            + own.compactMap { name in
                guard let report = keyrings.first(where: { $0.name == name })?.report else {
                    return "there is no keyring \(name); restore it from a backup"
                }
                guard case .success(let report) = report, !report.keyring.isSecret, !report.isLocked else { return nil }
                return "keyring \(name) has only its public keys; restore \(name).jwks from a backup"
            }
    }

    /// The error for a published keyring that is newer than the folder, which was restored from a copy.
    func isBehind(_ file: String, _ published: Keyring) -> String? {
        guard let keyring = reports.map(\.keyring).first(where: { $0.isRelated(to: published) }) else {
            return "no keyring of the folder has a key of \(file)"
        }
        guard keyring.isBehind(published) else { return nil }
        let (version, own) = (published.setVersion, keyring.setVersion)
        let versions =
            version > own
            ? ["the version is \(version), not \(own)"]
            : version == 0 || version < own ? [] : ["version \(own) is another set"]
        let states = versions + keyring.keysBehind(published).map { "key \($0.id) is \($0.state.name)" }
        return
            "keyring \(keyring.name) is behind \(file), where \(states.joined(separator: ", ")); devices refuse its set; "
            + "'sealedpush keys restore' with --published takes over what was revoked"
    }

    /// The warning for a published keyring that is older than the folder.
    func isAhead(of file: String, _ published: Keyring) -> String? {
        let own = reports.map(\.keyring).first { $0.isRelated(to: published) }
        guard let own, published.setVersion > 0, published.setVersion < own.setVersion else { return nil }
        return "\(file) has version \(published.setVersion) of keyring \(own.name), not \(own.setVersion): publish it; "
            + "without it, devices show placeholders after the end of the key that they have"
    }

    /// The warnings of each keyring in words.
    var warnings: [String] {
        reports.flatMap { report in
            (report.warnings.map(\.description) + report.problems).map { "keyring \(report.keyring.name): \($0)" }
        }
    }

    /// The remedies that the warnings do not name.
    var hints: [String] {
        reports.filter { $0.warnings.contains { $0.kind == .endedSecret } }.map {
            "'sealedpush keys retire \($0.keyring.name) --erase-ended' erases the secrets of ended keys"
        }
    }

    var table: Table {
        let rows = keyrings.flatMap { name, report in
            switch report {
            case .success(let report): report.rows
            case .failure(let error): [[name.string, "–", "–", "–", "unreadable: \(error.code.rawValue)", "–"]]
            }
        }
        return Table(heading: ["name", "role", "half", "id", "state", "since"], rows: rows)
    }

    var json: JSONValue {
        .array(
            keyrings.map { name, report in
                switch report {
                case .success(let report): .object(report.json)
                case .failure(let error):
                    [
                        "name": .string(name.string),
                        "error": ["code": .string(error.code.rawValue), "message": .string(error.reason)],
                    ]
                }
            })
    }

    /// The gauges of the keyrings; their names and labels are those of `KeyringMetrics`.
    var gauges: [PrometheusGauge] {
        func gauge(_ name: String, _ help: String, _ value: (KeyringReport) -> Int) -> PrometheusGauge {
            PrometheusGauge(
                name: name, help: help, values: reports.map { ([("keyring", $0.keyring.name.string)], value($0)) })
        }
        func time(_ report: KeyringReport, _ time: (Key) -> Date) -> Int {
            Int((try? report.keyring.primary).map { time($0).unixTime } ?? 0)
        }
        let readable = keyrings.map { ([("keyring", $0.name.string)], (try? $0.report.get()) == nil ? 0 : 1) }
        let warnings = reports.flatMap { report in
            let found = report.warnings
            return KeyWarning.Kind.allCases.map { kind in
                ([("keyring", report.keyring.name.string), ("kind", kind.rawValue)], found.count { $0.kind == kind })
            }
        }
        return [
            PrometheusGauge(
                name: "sealedpush_keyring_readable", help: "1 if the keyring can be read, else 0.", values: readable),
            gauge("sealedpush_keyring_secret", "1 if the keyring holds secrets, 0 if only public keys.") {
                $0.holdsSecrets ? 1 : 0
            },
            gauge(
                "sealedpush_key_created_timestamp_seconds",
                "When the primary key was made; 0 without an active key."
            ) { time($0) { $0.created } },
            gauge(
                "sealedpush_key_due_timestamp_seconds",
                "When the primary key is due for rotation; 0 without an active key."
            ) { report in time(report) { report.due($0) } },
            PrometheusGauge(
                name: "sealedpush_key_warnings", help: "The number of warnings of each kind.", values: warnings),
        ]
    }
}
