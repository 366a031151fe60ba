import ArgumentParser
import KeyManagement
import StrictJSON

struct Keys: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Creates, shows and changes keyrings.",
        subcommands: [
            KeysGenerate.self, KeysList.self, KeysShow.self, KeysRotate.self, KeysRevoke.self, KeysRetire.self,
            KeysExport.self, KeysImport.self, KeysProtect.self, KeysOffer.self, KeysChallenge.self, KeysAnswer.self,
            KeysConfirm.self, KeysFinish.self, KeysReport.self, KeysRestore.self, KeysRemove.self,
        ]
    )

    func run() throws {
        throw ValidationError("expected a subcommand of keys, such as generate, list, show or rotate")
    }
}

/// A command that changes or shows a keyring, and describes it.
protocol KeyringCommand: ParsableCommand {
    var keys: KeyOptions { get }
    var output: ReportOptions { get }
}

extension KeyringCommand {
    /// Changes a keyring of the folder, and writes its description.
    @discardableResult
    func change(_ name: UTF8Text, _ body: (inout Keyring) throws -> Void) throws -> Keyring {
        let keyring = try keys.change(name) { keyring in
            try body(&keyring)
            return keyring
        }
        try write(keyring)
        return keyring
    }

    func write(
        _ keyring: Keyring, policy: KeyPolicy = .standard, isRotated: Bool? = nil, erased: [KeyID]? = nil
    ) throws {
        try output.write(
            KeyringReport(
                keyring: keyring, style: output.target.style, policy: policy, isRotated: isRotated, erased: erased))
        // JSON has the warning.
        if !output.json { keyring.warnIfInactive() }
    }
}

extension Keyring {
    /// Warns if no key is active, in the words of `keys list --check`, and names the command that makes one.
    func warnIfInactive() {
        guard let warning = warnings().first(where: { $0.kind == .noActiveKey }) else { return }
        Diagnostics.warning("keyring \(name): \(warning)")
        guard isSecret else { return }
        let command = keys.contains { $0.enrolment != nil } ? "offer" : "rotate"
        Diagnostics.hint("'sealedpush keys \(command) \(name)' makes a new key")
    }

    func key(argument text: String) throws -> Key {
        do throws(KeyError) {
            return try key(named: text)
        } catch  where error.code == .notFound {
            throw Failure(error, hints: ["'sealedpush keys show' lists the keys of a keyring by id"])
        }
    }
}

extension KeyDirectory {
    /// Whether there is a keyring with a name; false if the folder does not exist.
    func contains(_ name: UTF8Text) throws(KeyError) -> Bool {
        do throws(KeyError) {
            return try names().contains(name)
        } catch  where error.code == .notFound {
            return false
        }
    }
}
