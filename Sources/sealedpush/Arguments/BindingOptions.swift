import ArgumentParser

/// What an envelope is bound to and where it stands; both halves must say the same.
struct BindingOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The app's bundle id, to which the envelope is bound.", valueName: "bundle-id"))
    var topic = ""

    @Option(help: ArgumentHelp("The account or installation to which the envelope is bound.", valueName: "name"))
    var audience = ""

    @Option(help: ArgumentHelp("The payload's member that holds the envelope.", valueName: "name"))
    var envelopeKey = "sealed"
}
