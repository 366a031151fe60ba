import Foundation
public import KeyManagement
import LocalAPNs
import ProviderClient
import PushOpener
import PushPayload

/// The app on a phone: it enrols the phone's key with the app's server, and sends it the reports of the extension.
struct PhoneApp: Sendable {
    /// The phone's folder, which the app shares with its extension.
    let folder: String
    /// Sends a request to the app's server and returns the response.
    let send: @Sendable (AppServer.Request, [UInt8]) async throws -> [UInt8]
    /// The folder of the provider's keyrings, whose shared key the app gets.
    let providerKeys: String
    let clock: WallClock

    var keyFolder: String { folder + "/keys" }
    private var keys: KeyDirectory { KeyDirectory(keyFolder) }

    /// Does what the app does when it starts: it pins the provider's keys, and enrols a new key if the phone has none or one that is due.
    ///
    /// - Throws: ``KeyError`` or ``SimulatorError``.
    func start(_ phone: PhoneIdentity) async throws {
        try await pinProvider()
        // An answer whose confirmation has not come is sent again; if it is refused, a new key is enrolled.
        if let answer = try? keys.keyring("phone").awaitedAnswer { try? await finish(answer) }
        if (try? keys.keyring("phone").isDue(at: clock.now)) ?? true { _ = try await enrol(phone) }
    }

    /// Enrols a new key of the phone, and registers the device token.
    ///
    /// - Throws: ``KeyError`` or ``SimulatorError`` if a step is refused; the enrolment can then be repeated.
    func enrol(_ phone: PhoneIdentity) async throws -> Key {
        let provider = try await pinProvider()
        let offer = try keys.offer("phone", pinned: provider, at: clock.now)
        let challenge = try await KeyChallenge(parsing: send(.offer, offer.serialized()))
        let context = EnrolmentContext(topic: phone.bundleID, audience: phone.name)
        let answer = try keys.change("phone") {
            try $0.answer(challenge, from: provider, context: context, at: clock.now)
        }
        try await finish(answer)
        try await register(phone)
        return try keys.keyring("phone").primary
    }

    /// Sends the answer to a challenge, and takes the confirmation.
    private func finish(_ answer: KeyAnswer) async throws {
        let confirmation = try await KeyConfirmation(parsing: send(.answer, answer.serialized()))
        try keys.change("phone") { try $0.finish(confirmation, at: clock.now) }
    }

    /// Sends the phone's identity with its device token.
    func register(_ phone: PhoneIdentity) async throws {
        _ = try await send(.device, phone.json.serialized())
    }

    /// Sends the app's Live Activities with their push tokens, in place of those that the server has.
    func register(_ activities: [RegisteredActivity]) async throws {
        _ = try await send(.activities, RegisteredActivity.serialized(activities))
    }

    /// Replaces the shared key of broadcasts by the server's present one.
    ///
    /// - Throws: ``KeyError`` if one of the keyrings cannot be read.
    func updateSharedKey() throws { try AudienceKey.update(keys, from: KeyDirectory(providerKeys)) }

    /// Removes the phone's keys, as a restored backup without them does.
    ///
    /// - Throws: ``KeyError`` with `notFound` if there are none.
    func loseKey() throws { try keys.remove("phone") }

    /// Opens a push, as an app does that shows it; the day of its chain ends here too.
    func open(_ push: AcceptedPush, of phone: PhoneIdentity, at now: Date) {
        guard let keys = try? OpeningKeys(device: keys.keyring("phone"), provider: keys.publicKeyring("provider"))
        else { return }
        _ = try? Opener(keys: keys, topic: phone.bundleID, clock: .fixed(now)).open(push.body)
    }

    /// Pins the provider's published set, tells the server which one is pinned now, and returns it; what the app does at each start.
    ///
    /// The keys are trusted since the app knows its server; on a phone, by TLS.
    @discardableResult
    func pinProvider() async throws -> Keyring {
        // One that cannot be read is not pinned again, and says so.
        let known = try? keys.publicKeyring("provider")
        let request = KeysRequest(pinned: known)
        let published = try await Keyring(publicJWKSet: send(.keys, request.serialized()), name: "provider")
        let pinned = try keys.pin(published, at: clock.now)
        // The next request would tell it too, but until then the server would seal with an older key.
        if pinned.setVersion != known?.setVersion {
            _ = try await send(.keys, KeysRequest(pinned: pinned).serialized())
        }
        return pinned
    }

    /// Sends the reports that the extension has kept, and does what the server answers.
    ///
    /// The extension keeps the latest report about each subject, so there are two at most.
    func sendReports(of phone: PhoneIdentity) async -> [SentReport] {
        var sent: [SentReport] = []
        for subject in [KeyReport.Subject.recipient, .sender] {
            let path = "\(folder)/report-\(subject.rawValue).json"
            guard let data = FileManager.default.contents(atPath: path) else { continue }
            try? FileManager.default.removeItem(atPath: path)
            guard let json = try? JSONValue(parsing: Array(data)).objectValue,
                let push = json["push"]?.stringValue, let message = json["report"]?.serialized(),
                let report = try? KeyReport(parsing: message)
            else { continue }
            sent.append(await self.send(report, on: push, of: phone))
        }
        return sent
    }

    private func send(_ report: KeyReport, on push: String, of phone: PhoneIdentity) async -> SentReport {
        var sent = SentReport(push: push, report: report)
        do {
            let response = try await send(.report, report.serialized())
            sent.action = KeyReport.Action(rawValue: String(decoding: response, as: UTF8.self))
            switch (sent.action, report.subject) {
            case (.update, .recipient), (.reRegister, _): sent.result = .enrolled(try await enrol(phone).id)
            case (.wait, _): sent.result = .pinned(try await pinProvider().primary.id)
            case (.update, .sender), (.ignore, _), (nil, _): break
            }
        } catch {
            sent.result = .failed(error.reasonText)
        }
        return sent
    }
}

/// A key report that a phone's app has sent to its server.
public struct SentReport: Sendable {
    /// The app's step after the server's answer.
    public enum Result: Sendable, Hashable {
        /// It enrolled the phone's key of this id.
        case enrolled(KeyID)
        /// It pinned the provider's keys again; the newest has this id.
        case pinned(KeyID)
        /// There was nothing to do.
        case none
        /// The server did not answer or refused a request; the next push makes another report.
        case failed(String)
    }

    /// The `apns-id` of the push that the report is about.
    public let push: String
    /// The report.
    public let report: KeyReport
    /// The server's answer; nil without one.
    public internal(set) var action: KeyReport.Action?
    /// The app's step.
    public internal(set) var result = Result.none

    /// Whether the app has other keys since.
    var changesKeys: Bool {
        switch result {
        case .enrolled, .pinned: true
        case .none, .failed: false
        }
    }

    init(push: String, report: KeyReport) {
        self.push = push
        self.report = report
    }

    /// The report as JSON for the page.
    var json: JSONObject {
        let json = JSONObject(of: [
            "subject": report.subject.rawValue, "key": report.key.description, "standing": report.standing.rawValue,
            "action": action?.rawValue,
        ])
        return switch result {
        case .enrolled(let key): json.adding(["enrolled": key.description])
        case .pinned(let key): json.adding(["pinned": key.description])
        case .none: json
        case .failed(let reason): json.adding(["failed": reason])
        }
    }
}
