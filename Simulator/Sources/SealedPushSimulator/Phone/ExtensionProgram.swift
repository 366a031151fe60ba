import ServiceExtension

/// The executable of a phone's service extension, and its arguments.
struct ExtensionProgram: Sendable {
    /// The executable's path.
    let path: String
    /// The folder of the phone's keys.
    let keyFolder: String

    /// Returns a host that runs the extension for a phone in its current state.
    func host(for phone: PhoneIdentity, wasUnlocked: Bool) -> ExtensionProcessHost {
        var policy = SystemPolicy()
        policy.wasUnlocked = wasUnlocked
        let strings = phone.bundle.flatMap { try? LocalizedStrings(bundle: $0, languages: phone.languages) }
        return ExtensionProcessHost(
            executable: path,
            arguments: [keyFolder, phone.bundleID, phone.bundle ?? ""] + phone.languages,
            policy: policy,
            localization: strings.map { Localization($0) } ?? .none)
    }
}
