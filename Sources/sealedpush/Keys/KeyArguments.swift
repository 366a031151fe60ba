import ArgumentParser
import KeyManagement
import StrictJSON

extension ArgumentValues {
    /// Parses a period such as `7d`, `12h`, `30m` or `45s`.
    static func period(_ text: String) throws -> KeyPeriod {
        guard let period = KeyPeriod(text) else {
            throw ValidationError("a period is a whole number and one of s, m, h or d, such as 7d")
        }
        return period
    }

    /// Parses the form of an exported key.
    static func form(_ text: String) throws -> KeyForm {
        guard let form = KeyForm(rawValue: text) else {
            throw ValidationError("the forms are \(KeyForm.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return form
    }
}

/// The time in which a replaced key still opens and verifies.
struct GraceOption: ParsableArguments {
    @Option(
        help: ArgumentHelp("The time in which pushes sealed with the old key still open.", valueName: "period"),
        transform: ArgumentValues.period)
    var grace = KeyPeriod.days(7)
}

extension Keyring {
    /// Returns the key with an id or a thumbprint.
    func key(argument text: String) throws -> Key {
        do throws(KeyError) {
            return try key(named: text)
        } catch  where error.code == .notFound {
            throw Failure(error.code, error.reason, hints: ["'sealedpush keys show' lists the keys of a keyring by id"])
        }
    }
}

extension KeyDirectory {
    /// Returns whether there is a keyring with a name; false if the folder does not exist.
    func contains(_ name: String) throws(KeyError) -> Bool {
        do throws(KeyError) {
            return try names().contains(where: name.hasSameBytes(as:))
        } catch  where error.code == .notFound {
            return false
        }
    }
}

extension KeyOptions {
    /// Changes a keyring of the folder and returns the changed keyring.
    func change(_ name: String, _ body: (inout Keyring) throws -> Void) throws -> Keyring {
        let directory = try directory
        // Loaded before the folder is locked, so that no process waits for the lock during a passphrase prompt.
        let keyring = try load(name, from: directory, isUsed: false) { directory throws(KeyError) in
            try directory.keyring(name)
        }
        passphrase.warnIfUnused(on: keyring)
        return try directory.change(name) { keyring in
            try body(&keyring)
            return keyring
        }
    }
}

extension OutputTarget {
    /// Writes the description of a keyring, for people or as JSON.
    func write(_ keyring: Keyring, asJSON: Bool) throws {
        try write(KeyringReport(keyring: keyring), asJSON: asJSON)
    }

    /// Writes the description of a keyring and what was done to it, for people or as JSON.
    func write(_ report: KeyringReport, asJSON: Bool) throws {
        let text =
            asJSON
            ? String(decoding: report.json.serialized(), as: UTF8.self)
            : report.lines(style).joined(separator: "\n")
        try write(report: text)
    }

    /// Writes an enrolment message on one line.
    func write(message: [UInt8]) throws {
        try write(report: String(decoding: message, as: UTF8.self))
    }
}
