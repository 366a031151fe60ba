import ArgumentParser
import PushOpener
import PushPayload
import SealedEnvelope

struct Open: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Opens a sealed payload: sealed payload in, delivered payload out.",
        usage: "sealedpush open --with <key> [--from <key>] [<options>] [<input>]",
        discussion: """
            A refused push gives no output; the error names the cause. With --from, only pushes of this provider are \
            opened. The output is the payload that was sealed; for a Live Activity, the push with each opened content in \
            place of its envelope. Nothing else of the visible part is in the output.

              sealedpush open --with phone --from bank --topic com.example.bank sealed.json
              sealedpush open --with phone --push-type voip call.json
            """)

    @OptionGroup var keys: KeyOptions
    @OptionGroup var opening: OpeningOptions
    @OptionGroup var context: ContextOptions

    @Option(
        help: ArgumentHelp(
            "The push type that it was sealed for (default: liveactivity, alert or background, from the visible part).",
            valueName: "type"),
        completion: .pushType, transform: ArgumentValues.pushType)
    var pushType: PushType?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Open a push of this Live Activity only, by the id that is sealed in it.", valueName: "id"),
        transform: ArgumentValues.activity)
    var activity: ActivityID?

    @OptionGroup var output: OutputOptions
    @OptionGroup var input: InputArgument

    func validate() throws { _ = try opening.requireRecipient() }

    func run() throws {
        var keys = try opening.openingKeys(in: keys)
        // Longer than the wait for a lock, 60 seconds: the user of a tool waits for the result.
        keys.advanceLimit = .seconds(90)
        let opener = try opening.opener(keys: keys, context: context)
        let input = try input.read()
        let pushType = pushType ?? derivedPushType(of: input)
        let push: OpenedPush
        do throws(Refusal) {
            push = try opener.open(input.bytes, pushType: pushType)
            try checkActivity(of: push.payload.aps)
        } catch {
            // The refusal is reported last, and also if its report cannot be written.
            do throws(Failure) { try opening.writeReport(on: error, keys: keys) } catch { Diagnostics.report(error) }
            throw Failure(error, hints: Hints.after(error, pinsProvider: opening.pinsProvider))
        }
        if push.envelope.chainNotAdvanced { Diagnostics.warning(OpenedEnvelope.chainProblem) }
        // The payload is for its reader, so a new file is not readable by others.
        try output.target.write(push.payload.serialized(), mode: 0o600)
    }

    /// Refuses a push whose sealed objects do not hold the id of the activity.
    private func checkActivity(of aps: APS) throws(Refusal) {
        guard let activity,
            aps.contentState.flatMap(ActivityID.init(in:)) != activity
                || aps.attributes.map({ ActivityID(in: $0) != activity }) == true
        else { return }
        throw Refusal(.badMessage, "the push does not hold the id of activity \(activity)")
    }

    /// Returns the push type that the visible part suggests; with a wrong one the envelope does not open.
    private func derivedPushType(of input: Input) -> PushType {
        guard let aps = try? Payload(parsing: input.bytes).aps else { return .alert }
        if aps.contentState?.contains(opening.envelopeKey) == true { return .liveactivity }
        return aps.members.contains("alert") ? .alert : .background
    }
}
