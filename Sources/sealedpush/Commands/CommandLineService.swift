import PushOpener
import ServiceExtension
import UserNotifications

/// The service extension that `sealedpush deliver` runs: the library's own, with what the command line names.
final class CommandLineService: SealedNotificationService {
    private let openingKeys: OpeningKeys
    private let binding: BindingOptions
    private let localizedStrings: LocalizedStrings
    private let store: ReportedStore?
    private var request = ""

    init(keys: OpeningKeys, binding: BindingOptions, strings: LocalizedStrings, store: ReportedStore?) {
        openingKeys = keys
        self.binding = binding
        localizedStrings = strings
        self.store = store
    }

    override func keys() -> OpeningKeys { openingKeys }
    override var topic: String { binding.topic }
    override var audience: String { binding.audience }
    override var policy: Opener.Policy {
        var policy = Opener.Policy()
        policy.envelopeKey = binding.envelopeKey
        return policy
    }

    override var strings: LocalizedStrings { localizedStrings }
    override var replayStore: (any ReplayStore)? { store }
    override var sequenceStore: (any SequenceStore)? { store }

    /// With a store, the badge: that of the payload is remembered, and a payload without one counts one more.
    override var stages: [NotificationStage] {
        guard let store else { return [] }
        return [
            NotificationStage("badge") { [request] content, push in
                if let badge = push.payload.aps.badge {
                    try store.setBadge(badge)
                } else {
                    content.badge = NSNumber(value: try store.countBadge(for: request))
                }
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
