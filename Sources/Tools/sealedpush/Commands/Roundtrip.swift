import ArgumentParser
import Conformance
import Platform
import PushPayload
import RoundTrip
import SealedEnvelope
import StrictJSON

struct Roundtrip: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Seals payloads in every suite, opens them again, and checks what must always hold.",
        usage: "sealedpush roundtrip [<path> ...] [--random <count>] [<options>]",
        discussion: """
            Checks every law with every payload, in every suite and with every padding, with keys generated for this run; \
            nothing is sent. In a folder and its subfolders, files that end in .json or .apns are read. The push type is \
            the name of a payload's folder, if that is a push type, otherwise it is derived from the content. Exit code 1 \
            if a law is broken or a file is not a payload.

              sealedpush roundtrip payload.json
              sealedpush roundtrip payloads --random 1000
              sealedpush roundtrip --vectors Fixtures/vectors/v1.json --hostile Fixtures/hostile

            On Linux, --sealer and --opener name a program of your own, in any language, that takes the place of a half: a \
            command that reads requests and writes answers, one a line. A program that fails breaks the law that is checked.

              sealedpush roundtrip --sealer "python3 sender.py" payloads
            """)

    @Argument(
        help: ArgumentHelp("A payload, or a folder of them; - for standard input.", valueName: "path"),
        completion: .file())
    var paths: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The number of random payloads to check as well, each in one suite.", valueName: "count"))
    var random = 0

    @Option(
        help: ArgumentHelp(
            "The seed of the first random payload; each further one has the next seed.", valueName: "number"))
    var seed: UInt64 = 1

    @Option(
        help: ArgumentHelp("The push type of all payloads in the arguments.", valueName: "type"),
        completion: .pushType, transform: ArgumentValues.pushType)
    var pushType: PushType?

    @Option(file: "Also check the test vectors in this file.")
    var vectors: String?

    @Option(
        folder: "Also check the cases of the hostile corpus in this folder; their keys are in the file of --vectors.")
    var hostile: String?

    @Option(help: "Check this law only; may be repeated.", completion: .law, transform: ArgumentValues.law)
    var law: [Law] = []

    @Option(help: "Seal in this suite only; may be repeated.", completion: .suite, transform: ArgumentValues.suite)
    var suite: [SealingSuite] = []

    #if canImport(ExtensionHost)
    @OptionGroup var programs: ProgramOptions
    #endif
    @OptionGroup var output: ReportOptions

    func validate() throws {
        if paths.isEmpty, random == 0, vectors == nil, hostile == nil {
            throw ValidationError("expected a payload, a folder, --random or --vectors")
        }
        if hostile != nil, vectors == nil {
            throw ValidationError("--hostile needs --vectors, the file with the keys of its cases")
        }
        if law.contains(.knownAnswersKept), vectors == nil {
            throw ValidationError("--law knownAnswersKept needs --vectors")
        }
        if law.contains(.hostileRefused), hostile == nil {
            throw ValidationError("--law hostileRefused needs --hostile")
        }
        guard (0...1_000_000_000).contains(random) else {
            throw ValidationError("--random takes a number from 0 to 1000000000")
        }
    }

    func run() async throws {
        let files = try PayloadFiles(paths: paths, pushType: pushType)
        let corpus = try vectors.map { try CorpusFiles(vectors: $0, hostile: hostile).cases } ?? []
        try output.target.requireReplaceable()
        let start = ContinuousClock.now
        var harness = try RoundTrip(keys: .generate())
        harness.audience = "account"
        harness.corpus = corpus
        if !law.isEmpty { harness.laws = Law.allCases.filter(law.contains) }
        if !suite.isEmpty { harness.suites = SealingSuite.allCases.filter(suite.contains) }
        #if canImport(ExtensionHost)
        let (sealer, opener) = programs.programs
        harness.implementation = await .programs(sealer: sealer, opener: opener)
        #endif
        let report = await harness.run(files.cases, random: random, seed: seed)
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        var result = RoundTripResult(report: report, unreadable: files.unreadable, seconds: seconds)
        #if canImport(ExtensionHost)
        (result.sealer, result.opener) = (sealer?.name, opener?.name)
        #endif
        try output.write(RoundTripTable(result: result, style: output.target.style))
        guard result.isHeld else { throw ExitCode(EXIT_FAILURE) }
    }
}
