import ExtensionHost
import Foundation
import LocalAPNsServer
import PhoneState

/// The executable of the phones' service extension, and its entitlements.
struct ExtensionProgram: Sendable {
    /// The executable's path.
    let path: String
    /// The name of the provider's keyring in the keychain, where an extension of your own reads the keys; nil for `SimulatedExtension`,
    /// which reads them in the phone's folder.
    let pinnedName: String?
    private let entitlements: Entitlements
    /// The path of the CA certificate of the media host.
    private let authorityPath: String
    /// The clock of the extension's time.
    private let clock: any Clock<Duration>

    /// Creates the program of a configuration.
    init(_ configuration: SimulatorConfiguration, authorityPath: String) throws {
        path = try configuration.extensionPath ?? Simulator.program("SimulatedExtension")
        pinnedName = configuration.extensionPath.map { _ in configuration.pinnedName }
        entitlements = configuration.entitlements ?? Entitlements()
        self.authorityPath = authorityPath
        clock = configuration.extensionClock
    }

    /// Requires an executable file of an extension.
    ///
    /// - Throws: ``SimulatorError`` with `noExtension`.
    static func check(_ path: String) throws {
        let files = FileManager.default
        guard files.isExecutableFile(atPath: path), !files.fileExists(atPath: path + "/.") else {
            throw SimulatorError(.noExtension, "extension \(path): expected an executable file")
        }
    }

    /// Returns the entitlements for the app with a bundle id.
    func entitlements(of bundleID: String) -> Entitlements {
        var entitlements = entitlements
        let team = entitlements.applicationIdentifier.prefix { $0 != "." }
        entitlements.applicationIdentifier = "\(team).\(bundleID)"
        return entitlements
    }

    /// Returns a host that runs the extension of an app on a device.
    func host(for app: PhoneIdentity, keyFolder: String, on device: Phone) -> ExtensionProcessHost {
        if let strings = app.strings { device.strings = strings }
        let filters = entitlements.filtersNotifications ? ["--filters"] : []
        return clock.host(
            executable: path,
            arguments: [keyFolder, app.bundleID] + filters + ["--media", Loopback.address, authorityPath],
            phone: device)
    }
}

extension Clock where Duration == Swift.Duration {
    /// Returns a host that measures the extension's time by this clock.
    fileprivate func host(executable: String, arguments: [String], phone: Phone) -> ExtensionProcessHost {
        ExtensionProcessHost(executable: executable, arguments: arguments, phone: phone, clock: self)
    }
}
