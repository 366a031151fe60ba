#if canImport(ExtensionHost)
import ArgumentParser
import ExtensionHost
import Foundation
import KeyManagement
import Keychain
import PhoneState
import Platform

/// The user's own extension of `sealedpush deliver`, and the phone on which it runs.
struct OwnExtension: ParsableArguments {
    @Option(
        name: .customLong("extension"),
        help: ArgumentHelp("Run this executable instead of the built-in extension.", valueName: "path"),
        completion: .file())
    var executable: String?

    @Option(
        file: "The .entitlements file of the extension's target: its keychain groups and app groups; needs --extension."
    )
    var entitlements: String?

    @Option(
        file:
            "The .entitlements file of the app's target: its capability Communication Notifications; needs --extension."
    )
    var appEntitlements: String?

    @Option(
        help: ArgumentHelp("The team whose prefix the keychain groups have (default: A1B2C3D4E5).", valueName: "id"))
    var team: String?

    @Flag(help: "The phone is locked, and was unlocked since its start; needs --extension.")
    var locked = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The time that the extension has (default: 30); needs --extension.", valueName: "seconds"),
        transform: ArgumentValues.seconds)
    var timeLimit: Duration?

    func validate() throws {
        let isGiven = entitlements != nil || appEntitlements != nil || team != nil || locked || timeLimit != nil
        guard executable != nil || !isGiven else {
            throw ValidationError(
                "--entitlements, --app-entitlements, --team, --locked and --time-limit need --extension")
        }
        guard timeLimit != .zero else { throw ValidationError("--time-limit expects at least 1 second") }
    }

    /// Creates the host of the executable, with a phone that has the keyrings.
    func host(
        of executable: String, keys: KeyOptions, opening: OpeningOptions, topic: String, strings: Localization
    ) throws -> ExtensionProcessHost {
        try Self.requireExecutable(executable)
        let phone = Phone(entitlements: try phoneEntitlements(topic: topic))
        if case .container(let folder?) = phone.answer(.containers) { Interruption.removeAtEnd(folder) }
        try phone.perform {
            // The first group is that of new items; without one it is the extension's own.
            let store = KeychainKeyStore()
            if let name = opening.recipient { try store.add(keys.keyring(name)) }
            if let name = opening.sender { try store.pin(keys.publicKeyring(name)) }
        }
        phone.strings = strings
        if locked { phone.lock() }
        var policy = SystemPolicy()
        if let timeLimit { policy.timeLimit = timeLimit }
        return ExtensionProcessHost(executable: executable, phone: phone, policy: policy, passesStandardError: true)
    }

    private func phoneEntitlements(topic: String) throws -> Entitlements {
        let team = team ?? "A1B2C3D4E5"
        let bundle = "\(topic.isEmpty ? "com.example.app" : topic).NotificationService"
        var result = Entitlements(team: team, bundle: bundle)
        if let entitlements { result = try Self.entitlements(of: entitlements, team: team, bundle: bundle) }
        // The capability is the app's; one in the extension's file has no effect on a phone.
        result.showsCommunication =
            try appEntitlements.map { try Self.entitlements(of: $0, team: team, bundle: bundle).showsCommunication }
            ?? false
        return result
    }

    private static func entitlements(of file: String, team: String, bundle: String) throws(Failure) -> Entitlements {
        InputFiles.insert(path: file)
        guard unsafe access(file, R_OK) == 0 else { throw Failure.system(file, errno) }
        do {
            return try Entitlements(contentsOf: URL(filePath: file), team: team, bundle: bundle)
        } catch {
            throw Failure("\(file) cannot be read: expected the property list of an .entitlements file")
        }
    }

    private static func requireExecutable(_ path: String) throws(Failure) {
        var metadata = stat()
        guard unsafe stat(path, &metadata) == 0 else { throw Failure.system("extension \(path)", errno) }
        guard metadata.st_mode & S_IFMT == S_IFREG, unsafe access(path, X_OK) == 0 else {
            throw Failure("extension \(path): expected an executable file")
        }
    }

    /// Returns the failure of an extension that handed over no content; nil for one that did, also for a push that it refused.
    static func failure(of delivery: Delivery) -> Failure? {
        let codes: [DeliveryReason.Code] = [.crashed, .memoryExceeded, .badMessage, .notStarted, .noAnswer]
        guard let reason = delivery.reason, codes.contains(reason.code) else { return nil }
        let hints =
            delivery.timings.called == nil
            ? ["it was never called; expected main.swift to call ExtensionProcess.serve first, see on-the-device.md"]
            : delivery.extensionErrors.filter { $0 != reason }.map(\.explanation) + ["the push is shown as it arrived"]
        return Failure(reason.code.description, reason.explanation, hints: hints)
    }
}
#endif
