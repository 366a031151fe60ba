import ExtensionHost
import Foundation
import KeyManagement
import PhoneState
import PushOpener
import PushPayload
import Synchronization
import UserNotifications

/// The service extension of a simulated phone: `SealedNotificationService` with the keys in the phone's folder.
final class SimulatedService: SealedNotificationService {
    private let launch: Launch

    init(_ launch: Launch) { self.launch = launch }

    override var topic: String { launch.topic }
    override var clock: WallClock { WallClock { Phone.current.now } }

    // The process is that of one phone.
    private static let opened = ReplayMemory()

    override var replayStore: (any ReplayStore)? { Self.opened }
    override var sequenceStore: (any SequenceStore)? { SequenceMemory() }

    override var hasFilteringEntitlement: Bool { launch.filters }

    override var attachmentPolicy: AttachmentPolicy? {
        launch.media.map { media in
            AttachmentPolicy(
                hosts: [media.host], types: Self.types, fetcher: MediaFetcher(authorityPath: media.authorityPath))
        }
    }

    /// The types that Apple lists for attachments.
    private static let types =
        AttachmentPolicy.images + [
            "public.aiff-audio", "com.microsoft.waveform-audio", "public.mp3", "public.mpeg-4-audio", "public.mpeg",
            "public.mpeg-2-video", "public.mpeg-4", "public.avi",
        ]

    override func keys() throws -> OpeningKeys {
        // A phone's keychain, and its files with the default protection, cannot be read before; the files here can.
        guard Phone.current.lockState != .beforeFirstUnlock else { throw SealedServiceError.beforeFirstUnlock }
        let directory = KeyDirectory(launch.keyFolder)
        // A phone that lost its key gets a new one, so that its pushes are refused with a report.
        return try OpeningKeys(
            device: directory.loadOrMake("phone", role: .device, at: clock.now),
            provider: directory.publicKeyring("provider"))
    }

    /// Keeps the latest report about each subject in the phone's folder, for the app.
    override func didHandOver(_ report: ServiceReport) {
        let folder = URL(fileURLWithPath: launch.keyFolder).deletingLastPathComponent()
        for keyReport in report.keyReports {
            guard let json = try? JSONValue(parsing: keyReport.serialized()) else { continue }
            let file: JSONObject = ["push": .string(report.request), "report": json]
            try? Data(file.serialized()).write(
                to: folder.appendingPathComponent("report-\(keyReport.subject.rawValue).json"), options: .atomic)
        }
    }
}

/// The highest sequence number of each stream, since the process of the phone's extension started.
private struct SequenceMemory: SequenceStore {
    private static let highest = Mutex<[SequenceStream: UInt64]>([:])
    func note(_ sequence: UInt64, of stream: SequenceStream) -> UInt64? {
        let before = Self.highest.withLock { $0.updateValue(max(sequence, $0[stream] ?? 0), forKey: stream) }
        return before.map { sequence > $0 ? sequence - $0 - 1 : 0 }
    }
}
