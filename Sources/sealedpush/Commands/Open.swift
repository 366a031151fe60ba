import ArgumentParser
import PushOpener

/// `sealedpush open`: the device half.
struct Open: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        _superCommandName: SealedPushTool.name,
        abstract: "Opens a sealed payload: sealed payload in, delivered payload out.",
        usage: "sealedpush open --with <key> [--from <key>] [<options>] [<input>]",
        discussion: """
            A push that is refused gives no output; the error names why. With --from, only what this provider sealed is \
            opened.

              sealedpush open --with phone --from bank --topic com.example.bank sealed.json
            """,
        aliases: ["decrypt"]
    )

    @OptionGroup var opening: OpeningOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var input: InputArgument

    func run() throws {
        let opener = try opening.opener(keys: opening.openingKeys())
        let input = try input.read()
        let push: OpenedPush
        do throws(Refusal) {
            push = try opener.open(input.bytes)
        } catch {
            throw Failure(
                error.code, error.reason, hints: Hints.after(error, pinsProvider: opening.pinsProvider))
        }
        if push.visiblePart == .changed {
            Diagnostics.warning("the visible part was changed on the way; only what was sealed is delivered")
        }
        // What was sealed is for its reader only, so a new file is not for others.
        try output.target.write(push.payload.serialized(), mode: 0o600)
    }
}
