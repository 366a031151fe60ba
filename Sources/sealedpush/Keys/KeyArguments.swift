import ArgumentParser
import KeyManagement
import StrictJSON

extension ArgumentValues {
    /// Reads a period such as `7d`, `12h`, `30m` or `45s`.
    static func period(_ text: String) throws -> KeyPeriod {
        guard let period = KeyPeriod(text) else {
            throw ValidationError("a period is a whole number and one of s, m, h or d, such as 7d")
        }
        return period
    }

    /// Reads the form of an exported key.
    static func form(_ text: String) throws -> KeyForm {
        guard let form = KeyForm(rawValue: text) else {
            throw ValidationError("the forms are \(KeyForm.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return form
    }
}

/// How long a key that is replaced still opens and verifies.
struct GraceOption: ParsableArguments {
    @Option(
        help: ArgumentHelp("How long what was sealed before still opens.", valueName: "period"),
        transform: ArgumentValues.period)
    var grace = KeyPeriod.days(7)
}

extension KeyOptions {
    /// Changes a keyring of the folder and reports what it is then.
    func change(_ name: String, _ body: (inout Keyring) throws -> Void) throws -> Keyring {
        let directory = try directory
        // Read before, so that a passphrase is asked for while nobody has to wait for the folder.
        _ = try directory.keyring(name)
        return try directory.change(name) { keyring in
            try body(&keyring)
            return keyring
        }
    }
}

extension OutputTarget {
    /// Writes the description of a keyring, for people or as JSON.
    func write(_ keyring: Keyring, asJSON: Bool) throws {
        let report = KeyringReport(keyring: keyring)
        let text =
            asJSON
            ? String(decoding: report.json.serialized(), as: UTF8.self)
            : report.lines(style).joined(separator: "\n")
        try write(report: text)
    }

    /// Writes a message of an enrolment on a line.
    func write(message: [UInt8]) throws {
        try write(report: String(decoding: message, as: UTF8.self))
    }
}
