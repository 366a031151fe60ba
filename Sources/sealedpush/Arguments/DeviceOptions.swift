import ArgumentParser
import ExtensionHost
import SQLiteFile

/// The inputs of the device half besides its keys: the app's strings, the user's languages, and the delivery store.
struct DeviceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The folder with the app's localized strings: *.lproj/Localizable.strings and the like.", valueName: "dir"),
        completion: .directory)
    var bundle: String?

    @Option(
        help: ArgumentHelp(
            "The user's languages in order of preference, such as pt-BR,en; needs --bundle.", valueName: "list"),
        transform: ArgumentValues.languages)
    var languages: [String]?

    @Option(
        help: ArgumentHelp(
            "The file that stores opened envelopes, sequence numbers and the badge; created if missing.",
            valueName: "file"),
        completion: .file())
    var store: String?

    func validate() throws {
        guard languages == nil || bundle != nil else {
            throw ValidationError("--languages needs --bundle")
        }
        guard store.map(SQLiteFile.isFilePath) != false else {
            throw ValidationError("--store expects the path of a file; a name such as ':memory:' needs ./ before it")
        }
    }

    /// Reads the strings of the bundle; none without `--bundle`.
    func strings() throws -> Localization {
        guard let bundle else { return .none }
        guard try InputSource.isFolder(bundle) else { throw Failure("\(bundle) is not a folder") }
        let strings = try Localization(bundle: bundle, languages: languages ?? [])
        if strings.language == nil {
            Diagnostics.warning("\(bundle) has no localized strings, so localization keys are shown instead of texts")
        }
        return strings
    }

    /// Returns the delivery store; nil without `--store`.
    ///
    /// - Throws: ``Failure`` for a file of a keyring, into which an empty one would become a store.
    func deliveryStore() throws(Failure) -> ReportedStore? {
        guard let store else { return nil }
        if let kept = KeptFile(at: store), case .keys = kept {
            throw Failure("\(store) is \(kept.name); --store expects a delivery store, or the path of a new file")
        }
        return ReportedStore(path: store)
    }
}
