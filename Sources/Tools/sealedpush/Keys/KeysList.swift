import ArgumentParser
import KeyManagement
import Platform
import StrictJSON

struct KeysList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists the keyrings of the folder, a line for each key.",
        usage: "sealedpush keys list [<options>]",
        discussion: """
            A keyring that cannot be read is listed with its error. Of a protected keyring the public halves are read \
            unless the passphrase is in a file; nothing is asked.

            With --check, the exit code is 0 without warnings, 2 if a warning asks for action, such as a change that would \
            fail or an older --published keyring, and 3 if a keyring is unusable or behind a --published one, if one of \
            --own has no secrets, or if there is none. Without --check, it is 1 if a keyring cannot be read or the folder \
            is missing.

              sealedpush keys list --check --own bank --maximum-age 90d --notice 14d
              sealedpush keys list --prometheus -o /var/lib/node_exporter/keys.prom
            """)

    @OptionGroup var policy: PolicyOptions

    @Flag(help: "Exit with 2 if a warning asks for action, with 3 if a keyring is broken.")
    var check = false

    @Option(
        help: ArgumentHelp(
            "With --check: exit with 3 unless this keyring holds its secrets; may be repeated.", valueName: "name"))
    var own: [UTF8Text] = []

    @OptionGroup var published: PublishedOption

    @Flag(help: "Report as metrics, in Prometheus's text format.")
    var prometheus = false

    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: ReportOptions

    func validate() throws {
        guard !output.json || !prometheus else { throw ValidationError("--json and --prometheus exclude each other") }
        guard own.isEmpty && published.published.isEmpty || check else {
            throw ValidationError("--own and --published need --check")
        }
    }

    func run() throws {
        // Without a file of the passphrase nothing is asked, so that a monitor never waits.
        let directory = try keys.passphraseFile == nil ? KeyDirectory(option: keys.folder) : keys.directory
        let list = try list(directory)
        let target = output.target
        if output.json {
            try target.write(report: list.json)
        } else if prometheus {
            try target.write(report: list.gauges.flatMap(\.lines).joined(separator: "\n"))
        } else {
            if !list.keyrings.isEmpty {
                try target.write(report: list.table.lines(target.style).joined(separator: "\n"))
            } else if !check {
                Diagnostics.hint("no keyring in \(directory.path); 'sealedpush keys generate' creates one")
            }
            list.warnings.forEach(Diagnostics.warning)
            list.hints.forEach(Diagnostics.hint)
        }
        for error in list.errors { Diagnostics.report(Failure(error, hints: Hints.after(error))) }
        if check {
            let sets = try published.keyrings()
            let lost = list.lost(of: own) + sets.compactMap(list.isBehind)
            let old = sets.compactMap(list.isAhead)
            lost.forEach(Diagnostics.error)
            old.forEach(Diagnostics.warning)
            if list.keyrings.isEmpty { Diagnostics.error("there is no keyring in \(directory.path)") }
            let health = !lost.isEmpty ? .broken : list.health == .well && !old.isEmpty ? .due : list.health
            if health != .well { throw ExitCode(health.rawValue) }
        }
        if !list.errors.isEmpty { throw ExitCode.failure }
    }

    private func list(_ directory: KeyDirectory) throws -> KeyringList {
        var list = KeyringList()
        for name in try names(in: directory) {
            do throws(KeyError) {
                list.keyrings.append((name, .success(try report(name, in: directory))))
            } catch {
                // A keyring that was removed meanwhile is no longer one of the folder.
                if error.code == .notFound, try !directory.contains(name) { continue }
                list.keyrings.append((name, .failure(error)))
            }
        }
        return list
    }

    /// Describes the keyring, or its public half if the secret half needs a passphrase.
    private func report(_ name: UTF8Text, in directory: KeyDirectory) throws(KeyError) -> KeyringReport {
        var isLocked = false
        let keyring: Keyring
        do throws(KeyError) {
            keyring = try directory.keyring(name)
        } catch  where error.code == .locked {
            keyring = try directory.publicKeyring(name)
            isLocked = true
        }
        var report = KeyringReport(
            keyring: keyring, style: output.target.style, policy: policy.policy, isLocked: isLocked)
        if check { report.problems = try directory.problems(of: keyring, isSecret: report.holdsSecrets) }
        return report
    }

    private func names(in directory: KeyDirectory) throws -> [UTF8Text] {
        do throws(KeyError) {
            return try directory.names()
        } catch  where check && error.code == .notFound {
            // No hint that would make new keys: the folder may be on a disk that is not mounted.
            Diagnostics.report(Failure(error))
            throw ExitCode(KeyringList.Health.broken.rawValue)
        } catch {
            throw Failure(
                error,
                hints: error.code == .notFound ? ["'sealedpush keys generate' creates it with the first keyring"] : [])
        }
    }
}

struct KeysShow: KeyringCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Shows a keyring's role, ids, states and public keys; never a secret.",
        usage: "sealedpush keys show <name> [<options>]")

    @Argument(help: "The keyring's name.")
    var name: UTF8Text

    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: ReportOptions

    func run() throws { try write(keys.keyring(name)) }
}
