import ArgumentParser
import KeyManagement

/// The time in which a replaced key still opens and verifies.
struct GraceOption: ParsableArguments {
    @Option(
        help: ArgumentHelp("The time in which pushes sealed with the old key still open.", valueName: "period"),
        transform: ArgumentValues.period)
    var grace = KeyPeriod.days(7)
}

/// `sealedpush keys rotate`: replaces the primary key.
struct KeysRotate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Replaces the primary key by a new one; the old key retires.",
        usage: "sealedpush keys rotate <name> [--grace <period>] [<options>]",
        discussion: """
            Pushes sealed with the old key open until its grace ends. With --prepare the new key is only created and \
            published, so that the other side can learn it; the next rotation makes it the primary one.

              sealedpush keys rotate phone --grace 7d
            """
    )

    @Argument(help: "The keyring's name, or a path to its file.")
    var name: String

    @OptionGroup var grace: GraceOption

    @Flag(help: "Only create the next key; the next rotation makes it the primary one.")
    var prepare = false

    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: KeyringOutput

    func run() throws {
        let now = WallClock.system.now
        let keyring = try keys.change(name) { keyring in
            if prepare {
                try keyring.prepare(at: now)
            } else {
                try keyring.rotate(grace: grace.grace, at: now)
            }
        }
        try output.write(keyring)
    }
}

/// `sealedpush keys retire`: retires a key, or erases the secrets of ended keys.
struct KeysRetire: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retire",
        abstract: "Retires a key; it opens and verifies until its grace ends.",
        usage: "sealedpush keys retire <name> [<key>] [<options>]",
        discussion: """
            With --erase-ended, the secrets of keys that are revoked or whose grace has ended are erased permanently.

              sealedpush keys retire providers 652dfa9a --grace 1d
              sealedpush keys retire phone --erase-ended
            """
    )

    @Argument(help: "The keyring's name, or a path to its file.")
    var name: String

    @Argument(help: "The key's id or thumbprint.")
    var key: String?

    @OptionGroup var grace: GraceOption

    @Flag(help: "Erase the secrets of keys that have ended.")
    var eraseEnded = false

    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: KeyringOutput

    func validate() throws {
        guard (key == nil) == eraseEnded else { throw ValidationError("expected one key or --erase-ended") }
    }

    func run() throws {
        let now = WallClock.system.now
        var erased: [KeyID] = []
        let keyring = try keys.change(name) { keyring in
            if let key {
                try keyring.retire(keyring.key(argument: key).thumbprint, grace: grace.grace, at: now)
            } else {
                let secrets = keyring.keys.filter(\.isSecret)
                try keyring.eraseEndedSecrets(at: now)
                let kept = Set(keyring.keys.filter(\.isSecret).map(\.thumbprint))
                erased = secrets.filter { !kept.contains($0.thumbprint) }.map(\.id)
            }
        }
        try output.write(keyring, erased: eraseEnded ? erased : nil)
    }
}

/// `sealedpush keys revoke`: revokes a key.
struct KeysRevoke: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Revokes a key permanently. Pushes sealed to or by it are refused with revokedKey.",
        usage: "sealedpush keys revoke <name> <key> [<options>]",
        discussion: """
              sealedpush keys revoke providers 652dfa9a
            """
    )

    @Argument(help: "The keyring's name, or a path to its file.")
    var name: String

    @Argument(help: "The key's id or thumbprint.")
    var key: String

    @OptionGroup var keys: KeyOptions
    @OptionGroup var output: KeyringOutput

    func run() throws {
        let now = WallClock.system.now
        let keyring = try keys.change(name) { keyring in
            try keyring.revoke(keyring.key(argument: key).thumbprint, at: now)
        }
        try output.write(keyring)
        if keyring.isSecret, !keyring.keys.contains(where: { $0.state == .active }) {
            Diagnostics.hint("no key is active now; 'sealedpush keys rotate \(name)' creates one")
        }
    }
}
