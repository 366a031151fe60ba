import ArgumentParser
import Glibc

/// The app and account that an envelope is bound to, and the name of its member; both halves must use the same.
struct BindingOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The app's bundle id, to which the envelope is bound.", valueName: "bundle-id"))
    var topic = ""

    @Option(help: ArgumentHelp("The account or installation to which the envelope is bound.", valueName: "name"))
    var audience = ""

    @Option(help: ArgumentHelp("The member that holds an envelope.", valueName: "name"))
    var envelopeKey = "sealed"

    /// Shows a hint on a terminal if no topic is given: the envelope then opens in every app that has the key.
    func hintIfUnbound() {
        guard topic.isEmpty, isatty(STDERR_FILENO) == 1 else { return }
        Diagnostics.hint("--topic BUNDLE-ID binds the push to one app; without it any app with the key opens it")
    }
}
