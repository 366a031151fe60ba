import ArgumentParser
import KeyManagement
import StrictJSON

struct KeysList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists the keyrings of the folder, a line for each key.",
        usage: "sealedpush keys list [<options>]")

    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: ReportOptions

    func run() throws {
        let directory = KeyDirectory(try keys.directory.path)
        let target = output.target
        var reports: [KeyringReport] = []
        var unreadable: [KeyError] = []
        for name in try names(in: directory) {
            do throws(KeyError) {
                let keyring = try readable(name, in: directory)
                reports.append(KeyringReport(keyring: keyring, style: target.style))
                for warning in keyring.warnings() {
                    Diagnostics.warning("keyring \(name): \(warning)")
                }
            } catch {
                unreadable.append(error)
            }
        }
        if output.json {
            try target.write(report: .array(reports.map { .object($0.json) }))
        } else if !reports.isEmpty {
            let table = Table(heading: ["name", "role", "half", "id", "state", "since"], rows: reports.flatMap(\.rows))
            try target.write(report: table.lines(target.style).joined(separator: "\n"))
        } else if unreadable.isEmpty {
            Diagnostics.hint("no keyring in \(directory.path); 'sealedpush keys generate' creates one")
        }
        for error in unreadable { Diagnostics.report(Failure(error)) }
        if !unreadable.isEmpty { throw ExitCode.failure }
    }

    /// Returns the keyring, or its public half if the secret half needs a passphrase.
    private func readable(_ name: String, in directory: KeyDirectory) throws(KeyError) -> Keyring {
        do throws(KeyError) {
            return try directory.keyring(name)
        } catch  where error.code == .locked {
            return try directory.publicKeyring(name)
        }
    }

    private func names(in directory: KeyDirectory) throws -> [String] {
        do throws(KeyError) {
            return try directory.names()
        } catch {
            throw Failure(
                error,
                hints: error.code == .notFound ? ["'sealedpush keys generate' creates it with the first keyring"] : [])
        }
    }
}

struct KeysShow: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Shows a keyring's role, ids, states and public keys; never a secret.",
        usage: "sealedpush keys show <name> [<options>]")

    @Argument(help: "The keyring's name, or a path to its file.")
    var name: String

    @OptionGroup var options: KeyringOptions

    func run() throws {
        try options.write(options.keys.keyring(name, isUsed: false))
    }
}
