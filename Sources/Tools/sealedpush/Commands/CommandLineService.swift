#if canImport(ExtensionHost)
import DeliveryStore
import ExtensionHost
import PushOpener
import Synchronization
import Platform
import UserNotifications

/// The service extension of `sealedpush deliver`: the library's own, with the values of the command line.
final class CommandLineService: SealedNotificationService {
    private let openingKeys: OpeningKeys
    private let opening: OpeningOptions
    private let context: ContextOptions
    private let attachments: AttachmentPolicy?
    private let store: ReportedStore?
    private var request = ""

    init(
        keys: OpeningKeys, opening: OpeningOptions, context: ContextOptions, attachments: AttachmentPolicy?,
        store: ReportedStore?
    ) {
        openingKeys = keys
        self.opening = opening
        self.context = context
        self.attachments = attachments
        self.store = store
    }

    override func keys() -> OpeningKeys { openingKeys }
    override var topic: String { context.topic }
    override var audience: String { context.audience }
    override var policy: Opener.Policy { opening.policy }
    override var attachmentPolicy: AttachmentPolicy? { attachments }
    override var replayStore: (any ReplayStore)? { store }
    override var sequenceStore: (any SequenceStore)? { store }

    /// The badge stage, if there is a store: a badge in the payload is stored, a payload without one adds 1.
    override var stages: [NotificationStage] {
        guard let store else { return [] }
        return [
            NotificationStage("badge") { [request] content, push in
                if let badge = push.payload.aps.badge {
                    try store.use { try $0.setBadge(badge) }
                } else {
                    content.badge = NSNumber(value: try store.use { try $0.countBadge(for: request) })
                }
                return content
            }
        ]
    }

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        self.request = request.identifier
        super.didReceive(request, withContentHandler: contentHandler)
    }
}

/// A delivery store that keeps its first error; the service reports only that the store was not used.
final class ReportedStore: ReplayStore, SequenceStore {
    private let store: DeliveryStore
    var path: String { store.path }
    private let firstError = Mutex<DeliveryStoreError?>(nil)

    /// Waits for another process longer than a phone does, and ends before the 30 seconds of an extension.
    init(path: String) {
        var bounds = DeliveryStore.Bounds()
        bounds.busyTimeout = 20
        store = DeliveryStore(path: path, bounds: bounds)
    }

    func remember(
        _ envelope: [UInt8], request: String?, until end: Date, issuedAt: Date, now: Date
    ) throws -> ReplayVerdict {
        try use { try $0.remember(envelope, request: request, until: end, issuedAt: issuedAt, now: now) }
    }

    func note(_ sequence: UInt64, of stream: SequenceStream) throws -> UInt64? {
        try use { try $0.note(sequence, of: stream) }
    }

    func reportError() {
        guard let error = firstError.withLock({ $0 }) else { return }
        Diagnostics.warning("store \(store.path) was not used: \(error)")
        Hints.after(error, store: store.path).forEach(Diagnostics.hint)
    }

    func use<Result>(_ body: (DeliveryStore) throws -> Result) throws -> Result {
        do {
            return try body(store)
        } catch {
            firstError.withLock { $0 = $0 ?? error as? DeliveryStoreError }
            throw error
        }
    }
}
#endif
