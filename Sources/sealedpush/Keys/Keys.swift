import ArgumentParser
import KeyManagement
import StrictJSON

/// `sealedpush keys`: the commands for keyrings.
struct Keys: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "Creates, shows and changes keyrings.",
        subcommands: [
            KeysGenerate.self, KeysList.self, KeysShow.self, KeysRotate.self, KeysRevoke.self, KeysRetire.self,
            KeysExport.self, KeysImport.self, KeysProtect.self, KeysOffer.self, KeysChallenge.self, KeysAnswer.self,
            KeysConfirm.self,
        ]
    )

    func run() throws {
        throw ValidationError("expected a subcommand of keys, such as generate, list, show or rotate")
    }
}

/// The options of a command that describes a keyring.
struct KeyringOutput: ParsableArguments {
    @OptionGroup var output: OutputOptions

    @Flag(help: "Describe the keyring as JSON.")
    var json = false

    /// Writes the description of a keyring and what was done to it.
    func write(_ keyring: Keyring, erased: [KeyID]? = nil, files: [String] = []) throws {
        let target = output.target
        let report = KeyringReport(keyring: keyring, style: target.style, erased: erased, files: files)
        try target.write(report, asJSON: json)
    }
}

extension Keyring {
    /// Returns the key with an id or a thumbprint.
    func key(argument text: String) throws -> Key {
        do throws(KeyError) {
            return try key(named: text)
        } catch  where error.code == .notFound {
            throw Failure(error, hints: ["'sealedpush keys show' lists the keys of a keyring by id"])
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
