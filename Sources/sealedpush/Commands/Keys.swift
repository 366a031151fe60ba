import ArgumentParser

/// `sealedpush keys`: the commands for keyrings.
struct Keys: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "Creates, shows and changes keyrings.",
        subcommands: [
            KeysGenerate.self, KeysList.self, KeysShow.self, KeysRotate.self, KeysRevoke.self, KeysRetire.self,
            KeysExport.self, KeysImport.self, KeysProtect.self, KeysOffer.self, KeysChallenge.self, KeysAnswer.self,
            KeysConfirm.self,
        ]
    )

    func run() throws {
        throw ValidationError("expected a subcommand of keys, such as generate, list, show or rotate")
    }
}
