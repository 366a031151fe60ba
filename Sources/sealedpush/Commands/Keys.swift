import ArgumentParser

/// `sealedpush keys`: the commands for keyrings.
struct Keys: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Makes keyrings and shows what is in them.",
        subcommands: [KeysGenerate.self, KeysList.self, KeysShow.self]
    )

    func run() throws {
        throw ValidationError("say what to do with keys: generate, list or show")
    }
}
