import PushOpener
import ServiceExtension
import UserNotifications

/// The service extension of `sealedpush deliver`: the library's own, with the values of the command line.
final class CommandLineService: SealedNotificationService {
    private let openingKeys: OpeningKeys
    private let binding: BindingOptions
    private let strings: Localization
    private let store: ReportedStore?
    private var request = ""

    init(keys: OpeningKeys, binding: BindingOptions, strings: Localization, store: ReportedStore?) {
        openingKeys = keys
        self.binding = binding
        self.strings = strings
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

    override var localization: Localization { strings }
    override var replayStore: (any ReplayStore)? { store }
    override var sequenceStore: (any SequenceStore)? { store }

    /// The badge stage, if there is a store: a badge in the payload is stored, a payload without one adds 1.
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
