import Foundation
import KeyManagement
import Keychain
import LocalAPNs
import PhoneState
import PushOpener
import PushPayload

/// A copy of all that a phone stores at one moment, as a thief has it: the files of its app, and its keychain.
final class StorageCopy: Sendable {
    /// The time of the copy.
    let date: Date
    private let topic: String
    private let folder = SimulatorFolder.temporaryPath()
    private let phone: Phone
    private let pinnedName: String?

    /// Copies the storage of a phone.
    ///
    /// - Throws: the error of a file that cannot be copied.
    init(of phone: Phone, keyFolder: String, pinnedName: String?, topic: String) throws {
        (date, self.pinnedName, self.topic) = (phone.now, pinnedName, topic)
        self.phone = try phone.restored(sameDevice: true)
        try FileManager.default.copyItem(atPath: keyFolder, toPath: folder)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Opens each recorded push by the keys of the copy, as it was opened when the push service accepted it, and returns those with an
    /// envelope as JSON for the page and the command line.
    func json(of pushes: [PhoneEntry]) -> JSONObject {
        let opened = phone.perform {
            let keys = openingKeys
            return pushes.compactMap { json(of: $0, by: keys) }
        }
        return JSONObject(of: ["copiedAt": date, "pushes": opened])
    }

    /// The keys in the files, and those in the keychain.
    private var openingKeys: [OpeningKeys] {
        let files = KeyDirectory(folder)
        let inFiles = try? OpeningKeys(
            device: try? files.keyring("phone"), provider: files.publicKeyring("provider"),
            shared: AudienceKey.keyring(in: files), isReadOnly: true)
        let inKeychain = pinnedName.flatMap { name in
            try? OpeningKeys(
                device: KeychainKeyStore().keyring("phone"), provider: KeychainKeyStore().publicKeyring(UTF8Text(name)),
                isReadOnly: true)
        }
        return [inFiles, inKeychain].compactMap(\.self)
    }

    private func json(of entry: PhoneEntry, by keys: [OpeningKeys]) -> JSONObject? {
        guard let payload = try? Payload(parsing: entry.push.body), let header = Self.header(of: payload) else {
            return nil
        }
        let accepted = Date(timeIntervalSince1970: Double(entry.push.acceptedAt) / 1000)
        let json = JSONObject(of: [
            "number": entry.number, "acceptedAt": Int(entry.push.acceptedAt), "suite": Int(header[0]),
            "age": Int((date.timeIntervalSince(accepted) / 86_400).rounded(.down)),
            "day": header[0] == 5 ? Int(header[9]) << 8 | Int(header[10]) : nil,
        ])
        var reason: String?
        for keys in keys {
            do {
                let opener = try Opener(keys: keys, topic: topic, clock: .fixed(accepted))
                _ = try opener.open(payload, pushType: entry.push.pushType)
                return json.adding(["isOpened": true])
            } catch {
                reason = (error as? any CodedError)?.reason
            }
        }
        return json.adding(["isOpened": false, "reason": reason])
    }

    /// The first 11 bytes of an envelope, which everybody reads (wire format §1.1): the suite, two ids, and the day of suite 5.
    private static func header(of payload: Payload) -> [UInt8]? {
        let sealed = payload["sealed"] ?? payload.aps.contentState?["sealed"]
        guard let text = sealed?.stringValue?.prefix(16) else { return nil }
        let base64 = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        return Data(base64Encoded: base64).map { [UInt8]($0) }.flatMap { $0.count > 10 ? $0 : nil }
    }
}

extension SimulatedPhone {
    /// Copies all that the phone stores, as a thief does, in place of an earlier copy.
    ///
    /// - Throws: the error of a file that cannot be copied.
    func copyStorage() throws {
        storageCopy = try StorageCopy(
            of: device, keyFolder: app.keyFolder, pinnedName: pinnedName, topic: identity.bundleID)
        inbox.changes.send()
    }
}
