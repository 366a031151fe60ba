import ExtensionProcess
import PhoneState

/// The executable of a phone's service extension, and its arguments.
struct ExtensionProgram: Sendable {
    /// The executable's path.
    let path: String
    /// The folder of the phone's keys.
    let keyFolder: String

    /// Returns a host that runs the extension of an app on a device.
    func host(for app: PhoneIdentity, on device: PhoneState.Phone) -> ExtensionProcessHost {
        let localization = app.bundle.flatMap { try? Localization(bundle: $0, languages: app.languages) }
        return ExtensionProcessHost(
            executable: path,
            arguments: [keyFolder, app.bundleID, app.bundle ?? ""] + app.languages,
            phone: device,
            localization: localization ?? .none)
    }
}
