import ArgumentParser
import KeyManagement

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
    @OptionGroup var output: OutputOptions

    @Flag(help: "Describe the keyring as JSON.")
    var json = false

    func run() throws {
        let now = WallClock.system.now
        let keyring = try keys.change(name) { keyring in
            if prepare {
                try keyring.prepare(at: now)
            } else {
                try keyring.rotate(grace: grace.grace, at: now)
            }
        }
        try output.target.write(keyring, asJSON: json)
    }
}
