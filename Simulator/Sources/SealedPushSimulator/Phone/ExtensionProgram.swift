import ExtensionProcess

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
        let localization = phone.bundle.flatMap { try? Localization(bundle: $0, languages: phone.languages) }
        return ExtensionProcessHost(
            executable: path,
            arguments: [keyFolder, phone.bundleID, phone.bundle ?? ""] + phone.languages,
            policy: policy,
            localization: localization ?? .none)
    }
}
