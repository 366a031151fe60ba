import Foundation
import Hummingbird
import KeyDatabase
import PushSealer
import SealedPushObservability
import Synchronization

/// The devices of the app: enrols them, takes in their reports, and seals pushes to them.
final class Devices: Sendable {
    /// A message of the app: for the provider's keys, with the two messages of an enrolment, a device token, or a key report.
    enum Message: String { case keys, offer, answer, device, report }

    private let keys: KeyDirectory
    private let registry: DeviceRegistry
    private let sealer: ObservedSealer
    private let outbox: Outbox
    /// The provider's former key, for devices that have not pinned the primary one; they report again after a restart.
    private let signingKeys = Mutex<[String: SigningKey]>([:])

    init(folder: String, topic: String, outbox: Outbox) async throws {
        keys = KeyDirectory(folder + "/keys")
        let provider = try await keys.loadOrMake(named: "provider", role: .provider)
        registry = try DeviceRegistry(
            SQLiteKeyStore(path: folder + "/registrations.sqlite"), provider: provider,
            context: EnrolmentContext(topic: topic))
        sealer = ObservedSealer(try Sealer(from: provider, topic: topic))
        self.outbox = outbox
    }

    func receive(_ kind: Message, _ message: [UInt8], from id: String) async throws -> [UInt8] {
        switch kind {
        case .keys: return try keys.publicKeyring("provider").publicJWKSet()
        case .offer: return try await registry.challenge(KeyOffer(parsing: message), for: id).serialized()
        case .answer: try await registry.confirm(KeyAnswer(parsing: message), for: id)
        case .device:
            _ = try await registry.key(for: id)  // Refuses a device that is not enrolled.
            let token = try JSONValue(parsing: message).objectValue?["token"]?.stringValue ?? ""
            try await outbox.setToken(Self.checkedToken(token), of: id)
        case .report:
            let report = try KeyReport(parsing: message)
            let action = try await registry.receive(report, for: id)
            if report.subject == .sender, try await registry.registration(of: id) != nil {
                let signingKey = try keys.keyring("provider").signingKey(after: report)
                signingKeys.withLock { $0[id] = signingKey == .primary ? nil : signingKey }
            }
            return Array(action.rawValue.utf8)
        }
        return []
    }

    /// Checks a device token, hexadecimal digits alone: it becomes a part of a URL.
    static func checkedToken(_ token: String) throws -> String {
        guard 2...200 ~= token.utf8.count, token.utf8.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }) else {
            throw HTTPError(.badRequest, message: "expected a hexadecimal device token")
        }
        return token
    }

    func seal(_ payload: Payload, to id: String, options: SealOptions) async throws -> SealedPush {
        try await sealer.seal(
            payload, to: registry.key(for: id), signingKey: signingKeys.withLock { $0[id] } ?? .primary,
            placeholder: Placeholder(title: "New notification"), options: options)
    }

    /// Forgets a device whose token ended at a time, unless it has registered a token since; returns whether it did.
    func forget(_ id: String, endedAt end: Date) async throws -> Bool {
        guard try await outbox.removeDevice(id, registeredBefore: end) else { return false }
        return try await registry.forget(id)
    }
}
