import Foundation
import Keychain
import PushOpener

/// The app's part in the life of the keys: it enrols the device, rotates its key, and does what the server answers to reports.
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
        // A key that is due gets a successor; pushes to the old one still open for two weeks.
        try keys.rotateIfDue("phone")
        // A report that is left out is made again for the next push.
        for report in KeyReports().take() where mayReport(report.subject, at: now) {
            let action = try await post(.report, installation, report.serialized())
            switch KeyReport.Action(rawValue: String(decoding: action, as: UTF8.self)) {
            case .update where report.subject == .recipient, .reRegister: enrolled = nil
            default: break
            }
        }
        // At each start, so that the server knows which of its keys this device has.
        let provider = try await pinProvider(as: installation)
        let key = try keys.keyring("phone").primary.id
        let current = "\(installation) \(key) \(hexadecimal(token))"
        if enrolled != current {
            try await enrol(as: installation, token: token, with: provider)
            enrolled = current
        }
        return installation
    }

    /// Proves to the server that this device holds its key, and registers the device token.
    private func enrol(as installation: String, token: Data, with provider: Keyring) async throws {
        let phone = try keys.keyring("phone")
        let challenge = try await KeyChallenge(
            parsing: post(.offer, installation, phone.offer(pinned: provider).serialized()))
        // The server's id of the installation, so that an answer is worth nothing for another one.
        let context = EnrolmentContext(topic: Bank.topic, audience: installation)
        let answer = try phone.answer(challenge, from: provider, context: context)
        _ = try await post(.answer, installation, answer.serialized())
        _ = try await post(.device, installation, Array(#"{"token":"\#(hexadecimal(token))"}"#.utf8))
    }

    /// Pins the server's published set, which is trusted because of TLS, tells the server which one is pinned now, and returns it.
    private func pinProvider(as installation: String) async throws -> Keyring {
        let known = try? keys.publicKeyring("provider")
        let request = KeysRequest(pinned: known)
        let published = try await Keyring(
            publicJWKSet: post(.keys, installation, request.serialized()), name: "provider")
        let pinned = try keys.pin(published)
        if pinned.setVersion != known?.setVersion {
            _ = try await post(.keys, installation, KeysRequest(pinned: pinned).serialized())
        }
        return pinned
    }

    /// Makes the device's key on the first start, and the name by which the server knows the installation.
    ///
    /// The key does not leave the device, but a backup has the name. So a new key is a new installation: a restored phone does not
    /// take the place of the old one, which may still be in use. The keychain outlives the app, the name does not.
    private func installation() throws -> String {
        try removeDamaged()
        do {
            _ = try keys.keyring("phone")
            if let name = defaults.string(forKey: "installation") { return name }
        } catch  where error.code == .notFound {
            try keys.loadOrMake("phone", role: .device)
        }
        let name = UUID().uuidString.lowercased()
        defaults.set(name, forKey: "installation")
        return name
    }

    /// Removes a keyring whose text is damaged, so that it is made or pinned again.
    private func removeDamaged() throws {
        let damage: Set<KeyError.Code> = [.malformed, .truncated, .tooLarge, .duplicate, .invalidKey]
        for name in ["phone", "provider"] {
            do {
                _ = try keys.publicKeyring(name)
            } catch {
                guard damage.contains(error.code) else {
                    if error.code == .notFound { continue }
                    throw error
                }
                try keys.remove(name)
                enrolled = nil
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

    /// The installation, key and device token that the server knows; nil before the first enrolment.
    private var enrolled: String? {
        get { defaults.string(forKey: "enrolled") }
        nonmutating set { defaults.set(newValue, forKey: "enrolled") }
    }

    private func hexadecimal(_ token: Data) -> String { token.map { String(format: "%02x", $0) }.joined() }
}
