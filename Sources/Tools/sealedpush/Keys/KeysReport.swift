import ArgumentParser
import KeyManagement
import StrictJSON

struct KeysReport: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Reports a key that is not current: made on the device, read on the provider.",
        usage: """
            sealedpush keys report <name> --on <id> [<options>]
            sealedpush keys report <name> [<options>] [<input>]
            """,
        discussion: """
            With --on, a device reports the state of a key that a push named: one of its own keyring, or one of the keyring \
            of a pinned provider. 'open' and 'deliver' make the same report with --report.

            Without it, the provider reads a report and shows its action: by the registration for a device's key, by its \
            own keyring for the provider's. A report is not authenticated. With --registration, the device's registration \
            keeps which version of the provider's keys it has pinned; without it, reading a report changes nothing.

              sealedpush keys report phone --on 652dfa9a > report.json
              sealedpush keys report jane report.json
              sealedpush keys report bank report.json --registration jane
            """)

    @Argument(help: "The keyring's name.")
    var name: UTF8Text

    @Option(
        help: ArgumentHelp("Make a report on the key with this id.", valueName: "id"), transform: ArgumentValues.keyID)
    var on: KeyID?

    @Option(help: ArgumentHelp("The device's registration, for a report on the provider's key.", valueName: "name"))
    var registration: UTF8Text?

    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: ReportOptions
    @OptionGroup var input: InputArgument

    func validate() throws {
        guard on == nil || (input.input == nil && registration == nil) else {
            throw ValidationError("--on makes a report and reads none")
        }
        guard on != nil || keys.passphraseFile == nil else { throw ValidationError("--passphrase-file needs --on") }
    }

    func run() throws {
        if let on {
            let keyring = try keys.keyring(name)
            if keyring.role == .shared { try keyring.require(.device) }
            let folder = try KeyDirectory(option: keys.folder)
            // A known key of another role would be reported as unknown, which asks for an enrolment.
            let known = try [keyring] + folder.names().compactMap { try? folder.publicKeyring($0) }
            if let owner = known.first(where: { $0.keys.contains { $0.id == on } }), owner.role != keyring.role {
                throw KeyError(
                    .wrongRole, "key \(on) is a \(owner.role.rawValue) key, of keyring \(owner.name), not of \(name)")
            }
            return try output.target.write(report: keyring.report(on: on).text)
        }
        let report = try KeyReport(
            parsing: input.read(hint: "a device makes a report with --on, or with --report of 'open' and 'deliver'")
                .bytes)
        let keyring = try keys.publicKeyring(name)
        let role: KeyRole = report.subject == .sender ? .provider : .device
        guard keyring.role == role else {
            throw Failure(
                KeyError.Code.wrongRole.rawValue,
                "the report is on a \(role.rawValue) key, and keyring \(name) holds \(keyring.role.rawValue) keys",
                hints: ["a device's key is in its registration, the provider's own in the provider's keyring"])
        }
        if let registration { _ = try keys.change(registration) { try $0.take(report) } }
        try output.write(KeyReportReading(report: report, action: keyring.action(on: report)))
    }
}

extension KeyReport {
    /// The report as text, on one line.
    var text: String { String(decoding: serialized(), as: UTF8.self) }
}

/// A report that a provider has read, with the action by its own keyring.
private struct KeyReportReading: Report {
    let report: KeyReport
    let action: KeyReport.Action

    private var words: String {
        switch (action, report.subject) {
        case (.ignore, _): "nothing is to be done"
        case (.wait, _): "the device has not pinned key \(report.key) yet; seal with one that it has"
        case (.update, .sender): "the device has pinned a newer key than \(report.key); seal with that one"
        case (.update, .recipient): "the device has a newer key than \(report.key); enrol it"
        case (.reRegister, _):
            "the device does not have key \(report.key); enrol it again, its registration stays until then"
        }
    }

    var lines: [String] { ["\(action.rawValue): \(words)"] }

    var json: JSONObject {
        JSONObject(present: [
            "action": .string(action.rawValue), "message": .string(words), "about": .string(report.subject.rawValue),
            "key": .string(report.key.description), "standing": .string(report.standing.rawValue),
            "pinned": report.pinnedVersion.map(JSONValue.integer), "at": .integer(report.time.unixTime),
        ])
    }
}
