import Foundation
import Keychain
import PushOpener

/// The app's part in the life of the keys: it enrols the device, renews its key, and does what the server answers to reports.
nonisolated struct Enrolment {
    /// Posts a message of an installation to the server and returns the response.
    let post: (BankServer.Request, _ installation: String, [UInt8]) async throws -> [UInt8]
    /// Keeps the names below, which are not secret.
    var defaults = UserDefaults.standard

    private var keys: KeychainKeyStore { Bank.keys }

    /// Brings the device's key and token at the server up to date, and returns the name of the installation.
    ///
    /// Call it with a new device token and when the app becomes active. After an error, call it again: each step can be repeated.
    @concurrent
    func update(token: Data, at now: Date = Date()) async throws -> String {
        let installation = try installation()
        // A report that is left out is made again for the next push.
        for report in KeyReports().take() where mayReport(report.subject, at: now) {
            let action = try await post(.report, installation, report.serialized())
            switch KeyReport.Action(rawValue: String(decoding: action, as: UTF8.self)) {
            case .update where report.subject == .recipient, .reRegister: needsKey = true
            default: break
            }
        }
        // At each start, so that the server knows which of its keys this device has.
        let provider = try await pinProvider(as: installation)
        // An answer whose confirmation was lost is sent again; if it is refused, a new key is enrolled.
        if let answer = try? keys.keyring("phone").awaitedAnswer { try? await finish(answer, as: installation) }
        // A key that is due gets a successor; pushes to the old one still open as long as they live.
        if needsKey || (try? keys.keyring("phone"))?.isDue(at: now) ?? true {
            try await enrol(as: installation, with: provider)
            needsKey = false
        }
        let current = "\(installation) \(hexadecimal(token))"
        if registered != current {
            _ = try await post(.device, installation, Array(#"{"token":"\#(hexadecimal(token))"}"#.utf8))
            registered = current
        }
        return installation
    }

    /// Agrees with the server on a new key of this device.
    private func enrol(as installation: String, with provider: Keyring) async throws {
        let offer = try keys.offer("phone", pinned: provider)
        let challenge = try await KeyChallenge(parsing: post(.offer, installation, offer.serialized()))
        // The server's id of the installation, so that an answer is worth nothing for another one.
        let context = EnrolmentContext(topic: Bank.topic, audience: installation)
        // Kept before it is sent.
        let answer = try keys.change("phone") { try $0.answer(challenge, from: provider, context: context) }
        try await finish(answer, as: installation)
    }

    /// Sends an answer, and takes the server's confirmation.
    private func finish(_ answer: KeyAnswer, as installation: String) async throws {
        let confirmation = try await KeyConfirmation(parsing: post(.answer, installation, answer.serialized()))
        try keys.change("phone") { try $0.finish(confirmation) }
    }

    /// Pins the server's published set, which is trusted because of TLS, tells the server which one is pinned now, and returns it.
    private func pinProvider(as installation: String) async throws -> Keyring {
        let known = try? keys.publicKeyring("provider")
        let request = KeysRequest(pinned: known)
        let published = try await Keyring(
            publicJWKSet: post(.keys, installation, request.serialized()), name: "provider")
        let pinned: Keyring
        do {
            pinned = try keys.pin(published)
        } catch let error as KeyError where error.code == .olderSet {
            // Of a cache, or of a server that was restored: what is pinned stays, and the device token is sent nevertheless.
            return try keys.publicKeyring("provider")
        }
        if pinned.setVersion != known?.setVersion {
            _ = try await post(.keys, installation, KeysRequest(pinned: pinned).serialized())
        }
        return pinned
    }

    /// The name by which the server knows the installation, new if the device has no keys.
    ///
    /// The keys do not leave the device, but a backup has the name. So a phone without keys is a new installation: a restored phone does not
    /// take the place of the old one, which may still be in use. The keychain outlives the app, the name does not.
    private func installation() throws -> String {
        try removeDamaged()
        do {
            _ = try keys.keyring("phone")
            if let name = defaults.string(forKey: "installation") { return name }
        } catch  where error.code == .notFound {}
        let name = UUID().uuidString.lowercased()
        defaults.set(name, forKey: "installation")
        return name
    }

    /// Removes a keyring whose text is damaged, so that it is made or pinned again.
    private func removeDamaged() throws {
        let damage: Set<KeyError.Code> = [.malformed, .truncated, .tooLarge, .duplicate, .invalidKey]
        for name in ["phone", "provider"] as [UTF8Text] {
            do {
                _ = try keys.publicKeyring(name)
            } catch {
                guard damage.contains(error.code) else {
                    if error.code == .notFound { continue }
                    throw error
                }
                try keys.remove(name)
            }
        }
    }

    /// Whether no report about a subject was sent within an hour: any sender of pushes can cause reports.
    private func mayReport(_ subject: KeyReport.Subject, at now: Date) -> Bool {
        let name = "report-\(subject.rawValue)"
        if let last = defaults.object(forKey: name) as? Date, abs(last.timeIntervalSince(now)) < 3600 { return false }
        defaults.set(now, forKey: name)
        return true
    }

    /// Whether the server has asked for a new key of this device.
    private var needsKey: Bool {
        get { defaults.bool(forKey: "needs-key") }
        nonmutating set { defaults.set(newValue, forKey: "needs-key") }
    }

    /// The installation and the device token that the server knows; nil before the first one.
    private var registered: String? {
        get { defaults.string(forKey: "registered") }
        nonmutating set { defaults.set(newValue, forKey: "registered") }
    }

    private func hexadecimal(_ token: Data) -> String { token.map { String(format: "%02x", $0) }.joined() }
}
