import ArgumentParser
import KeyManagement

/// `sealedpush keys rotate`: replaces the primary key.
struct KeysRotate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Makes a new key the primary one and lets the one before retire.",
        usage: "sealedpush keys rotate <name> [--grace <period>] [<options>]",
        discussion: """
            What was sealed before still opens until the grace has ended. With --prepare the new key is only made and \
            published, so that the other side can learn it; the next rotation brings it into use.

              sealedpush keys rotate phone --grace 7d
            """
    )

    @Argument(help: "The keyring's name, or a path to its file.")
    var name: String

    @OptionGroup var grace: GraceOption

    @Flag(help: "Only make the next key, to be brought into use by the next rotation.")
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
