import ArgumentParser
import KeyManagement

struct KeysGenerate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Creates a keyring with one new key.",
        usage: "sealedpush keys generate <name> --role <role> [<options>]",
        discussion: """
            Writes NAME.jwks with the secret, readable only by its owner, and NAME.pub.jwks for the other side. A shared \
            key has no public half. Existing files are never overwritten. 'keys protect' sets a passphrase.

              sealedpush keys generate phone --role device
              sealedpush keys generate bank --role provider
            """)

    @Argument(help: "The keyring's name.", completion: .default)
    var name: UTF8Text

    @Option(help: "The key's role: device, provider or shared.", completion: .role, transform: ArgumentValues.role)
    var role: KeyRole

    @Option(
        help: ArgumentHelp(
            "A purpose of a shared key, such as alert; repeat for more (default: those of a Live Activity).",
            valueName: "purpose"))
    var purpose: [String] = []

    @OptionGroup var folder: FolderOption
    @OptionGroup var output: ReportOptions

    func validate() throws {
        if !purpose.isEmpty, role != .shared { throw ValidationError("--purpose is for keys of role shared") }
    }

    func run() throws {
        let directory = try folder.directory
        let keyring = try generate(in: directory)
        let files = (role == .shared ? ["jwks"] : ["jwks", "pub.jwks"]).map { "\(directory.path)/\(name).\($0)" }
        try output.write(KeyringReport(keyring: keyring, style: output.target.style, files: files))
    }

    private func generate(in directory: KeyDirectory) throws -> Keyring {
        do throws(KeyError) {
            let purposes = purpose.isEmpty ? SharedKey.standardPurposes : purpose.map(Purpose.init(rawValue:))
            return try directory.add(.generate(name: name, role: role, purposes: purposes))
        } catch {
            throw Failure(error, hints: hints(after: error, in: directory))
        }
    }

    private func hints(after error: KeyError, in directory: KeyDirectory) -> [String] {
        guard error.code == .alreadyExists, let keyring = try? directory.keyring(name), !keyring.isSecret else {
            return Hints.after(error)
        }
        return [
            "\(name) has only public keys here: if its secret was lost, restore \(name).jwks from a backup, "
                + "or give it up with 'sealedpush keys remove \(name)'"
        ]
    }
}

struct GraceOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The time in which pushes sealed with the old key still open (default: 14d).", valueName: "period"),
        transform: ArgumentValues.period)
    var grace: Duration?

    var duration: Duration { grace ?? .days(14) }
}

struct PolicyOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The age at which a key is due for rotation (default: 30d).", valueName: "period"),
        transform: ArgumentValues.period)
    var maximumAge = KeyPolicy.standard.maximumAge

    @Option(
        help: ArgumentHelp("The time from the first warning to that age (default: 7d).", valueName: "period"),
        transform: ArgumentValues.period)
    var notice = KeyPolicy.standard.notice

    var policy: KeyPolicy { KeyPolicy(maximumAge: maximumAge, notice: notice) }

    func validate() throws {
        // A new key would be due at once, and every run would rotate it.
        guard policy.notice < policy.maximumAge else {
            throw ValidationError("expected a --notice that is shorter than --maximum-age")
        }
    }
}

struct KeysRotate: KeyringCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Replaces the primary key by a new one; the old key retires.",
        usage: "sealedpush keys rotate <name> [--grace <period>] [<options>]",
        discussion: """
            Pushes sealed with the old key open until its grace ends. After a rotation of a provider, publish NAME.pub.jwks: \
            \(Self.announcement).

            With --if-due, nothing happens unless the key is due soon or overdue, or no key is active, so the command can \
            run every day. With --now, the old key ends at once.

              sealedpush keys rotate phone
              sealedpush keys rotate bank --if-due --maximum-age 90d --notice 14d
            """)

    @Argument(help: "The keyring's name.")
    var name: UTF8Text

    /// The period in which a provider's old key seals, as section 2 of keys.md specifies it.
    private static let announcement =
        "the old key seals to devices that have not pinned the new one until its grace ends, and to those whose pinned "
        + "version is unknown for 7 days at most"

    @OptionGroup var grace: GraceOption

    @Flag(help: "Use the new key at once and for all devices; the old key ends.")
    var now = false

    @Flag(help: "Rotate only if the policy asks for it.")
    var ifDue = false

    @OptionGroup var policy: PolicyOptions
    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: ReportOptions

    func validate() throws {
        guard ifDue || policy.policy == .standard else {
            throw ValidationError("--maximum-age and --notice need --if-due")
        }
        if now, ifDue || grace.grace != nil { throw ValidationError("--now excludes --if-due and --grace") }
    }

    func run() throws {
        let (policy, grace) = (policy.policy, now ? Duration.zero : grace.duration)
        let directory = try keys.directory
        if ifDue {
            let keyring = try keys.keyring(name, in: directory)
            // A change that was interrupted before its export is finished.
            let problems = try? directory.problems(of: keyring, isSecret: keyring.isSecret)
            if !isNeeded(keyring), problems?.isEmpty != false {
                return try write(keyring, policy: policy, isRotated: false)
            }
        }
        let (keyring, isDone) = try keys.change(name, in: directory) { keyring in
            // Another process may have changed it meanwhile.
            let isDone = isNeeded(keyring)
            if isDone { try keyring.rotate(grace: grace) }
            return (keyring, isDone)
        }
        try write(keyring, policy: policy, isRotated: ifDue ? isDone : nil)
        guard keyring.role == .provider, isDone else { return }
        Diagnostics.hint(
            now
                ? "devices show placeholders until they have pinned version \(keyring.setVersion) of \(name).pub.jwks; publish it"
                : "publish version \(keyring.setVersion) of \(name).pub.jwks: \(Self.announcement)"
        )
    }

    /// Whether the keyring is to be rotated; one of public keys is left to fail.
    private func isNeeded(_ keyring: Keyring) -> Bool {
        !ifDue || !keyring.isSecret || keyring.isDue(policy: policy.policy)
    }
}

struct KeysRetire: KeyringCommand {
    static let configuration = CommandConfiguration(
        commandName: "retire",
        abstract: "Retires a key; it opens and verifies until its grace ends.",
        usage: "sealedpush keys retire <name> [<key>] [<options>]",
        discussion: """
            With --erase-ended, the secrets of keys that are revoked or ended are erased permanently. The clock alone ends no \
            key here: one that was made after the end must be a week old.

              sealedpush keys retire providers 652dfa9a --grace 1d
              sealedpush keys retire phone --erase-ended
            """)

    @Argument(help: "The keyring's name.")
    var name: UTF8Text

    @Argument(help: "The key's id or thumbprint; -- before one that begins with a dash.")
    var key: String?

    @OptionGroup var grace: GraceOption

    @Flag(help: "Erase the secrets of keys that have ended.")
    var eraseEnded = false

    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: ReportOptions

    func validate() throws {
        guard (key == nil) == eraseEnded, !eraseEnded || grace.grace == nil else {
            throw ValidationError("expected one key, or --erase-ended without --grace")
        }
    }

    func run() throws {
        if let key {
            try change(name) { keyring in
                try keyring.retire(keyring.key(argument: key).thumbprint, grace: grace.duration)
            }
            return
        }
        let (keyring, erased) = try keys.change(name) { keyring in
            let secrets = keyring.keys.filter(\.isSecret)
            try keyring.eraseEndedSecrets()
            let kept = Set(keyring.keys.filter(\.isSecret).map(\.thumbprint))
            return (keyring, secrets.filter { !kept.contains($0.thumbprint) }.map(\.id))
        }
        try write(keyring, erased: erased)
    }
}

struct KeysRevoke: KeyringCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Revokes a key permanently. Pushes sealed to or by it are refused with revokedKey.",
        usage: "sealedpush keys revoke <name> <key> [<options>]",
        discussion: """
              sealedpush keys revoke providers 652dfa9a
            """)

    @Argument(help: "The keyring's name.")
    var name: UTF8Text

    @Argument(help: "The key's id or thumbprint; -- before one that begins with a dash.")
    var key: String

    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: ReportOptions

    func run() throws {
        let keyring = try change(name) { keyring in
            try keyring.revoke(keyring.key(argument: key).thumbprint)
        }
        if keyring.isSecret, keyring.role == .provider {
            Diagnostics.hint(
                "until devices have pinned version \(keyring.setVersion) of \(name).pub.jwks, they accept the key, and show placeholders "
                    + "if they know no other; publish it"
            )
        }
    }
}
