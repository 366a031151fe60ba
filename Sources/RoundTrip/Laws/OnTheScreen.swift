import ExtensionHost
import KeyManagement
import PushOpener
import PushPayload
import StrictJSON
import UserNotifications

extension Law {
    /// The extension shows the content that the provider sealed.
    public static let shownAsMeant = Law(
        "shownAsMeant",
        "an alert that opens is shown with the texts that were sealed, without its envelope, handed over once and in time"
    ) { trial in
        try trial.requireExtension()
        let delivery = try await trial.deliver()
        try delivery.expectHandover("opened")
        guard delivery.outcome == .opened else {
            throw Violation("the outcome is \(delivery.outcome.rawValue), expected opened")
        }
        let texts = try trial.texts()
        let shown = delivery.content
        for (name, text, found) in [
            ("title", texts.title, shown.title), ("subtitle", texts.subtitle, shown.subtitle),
            ("body", texts.body, shown.body),
        ] {
            guard text?.hasSameBytes(as: found) ?? true else { throw Violation("the screen shows another \(name)") }
        }
        guard shown.userInfo[trial.sealing.options.envelopeKey] == nil else {
            throw Violation("the envelope is still in userInfo")
        }
        return 1
    }

    /// A refused push shows its placeholder, whatever the reason for the refusal.
    public static let placeholderWhenRefused = Law(
        "placeholderWhenRefused",
        "a refused push is shown as its placeholder, like a push without an envelope, handed over once and in time"
    ) { trial in
        try trial.requireExtension()
        // The content that the extension shows for a push without an envelope: the placeholder, or its own text.
        let plain = try await trial.deliver(trial.visible.serialized())
        try plain.expectHandover("not sealed")
        let pushes = try await trial.refusedPushes()
        for push in pushes {
            let code = push.code
            let delivery = try await trial.deliver(push.body, push.change)
            try delivery.expectHandover("\(code)")
            guard delivery.outcome == .placeholder else {
                throw Violation("\(code): the outcome is \(delivery.outcome.rawValue), expected placeholder")
            }
            guard delivery.reason?.code.description == code.description else {
                throw Violation("\(code): the reason given is \(delivery.reason?.code.description ?? "none")")
            }
            guard delivery.content.showsSameTexts(as: plain.content) else {
                throw Violation("\(code): the screen shows another text than the placeholder")
            }
            let values = delivery.json["content"]?.objectValue?.map(\.value) ?? []
            let content = ByteSearch(JSONValue.array(values).serialized())
            for (text, pointer) in trial.secretTexts where content.contains(text) {
                throw Violation("\(code): text at \(pointer) is in the content that is shown")
            }
        }
        return pushes.count
    }
}

extension Trial {
    /// Throws for a push type without a placeholder, since no extension is called for it.
    fileprivate func requireExtension() throws(Inapplicable) {
        guard pushType.showsPlaceholder else {
            throw Inapplicable("no extension is called for a push of type \(pushType.rawValue)")
        }
    }

    /// The texts that the screen must show; nil for a text that comes from the app's localization.
    fileprivate func texts() throws(Inapplicable) -> (title: String?, subtitle: String?, body: String?) {
        let alert = payload.aps.alert
        // An empty key counts as absent.
        func text(_ literal: String?, _ key: String?) -> String? { key?.isEmpty ?? true ? literal ?? "" : nil }
        let texts = (
            title: text(alert?.title, alert?.titleLocKey), subtitle: text(alert?.subtitle, alert?.subtitleLocKey),
            body: text(alert?.body, alert?.locKey)
        )
        // Without any text the system keeps the original, as for an extension that removes the alert text.
        guard [texts.title, texts.subtitle, texts.body].contains(where: { $0 != "" }) else {
            throw Inapplicable("the payload shows no text")
        }
        return texts
    }

    /// One push for each reason for which a device can refuse.
    fileprivate func refusedPushes() async throws -> [RefusedPush] {
        let isShared = suite == .shared
        let stranger = isShared ? keys.strangers.shared : keys.strangers.device
        let own = isShared ? keys.shared ?? keys.device : keys.device
        let revoked = Keyring(
            name: "revoked", role: own.role, keys: own.keys.map { Key($0.material, state: .revoked, created: 0) })
        func push(to keyring: Keyring, _ code: Refusal.Code) -> RefusedPush {
            RefusedPush(code) { task in
                if isShared { task.shared = keyring } else { task.device = keyring }
            }
        }
        var changed = envelope
        changed[changed.count - 1] ^= 1
        let store = ReplayMemory()
        _ = try await deliver { task in
            task.replayStore = store
            task.request = "first"
        }
        // A sender is not authenticated in suite 3: any holder of the shared key can seal, whatever provider is pinned.
        let bySomebodyElse = RefusedPush(suite == .hpkeAuth ? .unknownSender : .unauthenticatedSender) { task in
            task.provider = keys.strangers.provider
        }
        return [
            RefusedPush(.malformed, body(carrying: [])),
            RefusedPush(.unknownSuite, body(carrying: [0] + envelope.dropFirst())),
            push(to: stranger, .unknownKey),
            push(to: revoked, .revokedKey),
            RefusedPush(.cannotOpen, body(carrying: changed)),
            RefusedPush(.cannotOpen) { $0.topic += "x" },
            RefusedPush(.notYetValid) { $0.now = 0 },
            RefusedPush(.replayed) { task in
                task.replayStore = store
                task.request = "second"
            },
        ] + (isShared ? [] : [bySomebodyElse])
    }
}

/// A push, and a device configuration that must refuse it.
private struct RefusedPush {
    let code: Refusal.Code
    /// The received body; nil for the body as sealed.
    let body: [UInt8]?
    /// The change of the device's configuration.
    let change: (inout OpeningTask) -> Void

    init(_ code: Refusal.Code, _ body: [UInt8]? = nil, change: @escaping (inout OpeningTask) -> Void = { _ in }) {
        self.code = code
        self.body = body
        self.change = change
    }
}

extension Delivery {
    /// Requires that the extension called the handler once, before its time limit.
    fileprivate func expectHandover(_ what: String) throws(Violation) {
        guard timings.called != nil else {
            throw Violation("\(what): the extension was not called: \(reason?.code.description ?? "no reason given")")
        }
        if let error = extensionErrors.first { throw Violation("\(what): \(error)") }
        guard timings.expired == nil else { throw Violation("\(what): handed over after the time limit") }
    }
}

extension UNNotificationContent {
    fileprivate func showsSameTexts(as other: UNNotificationContent) -> Bool {
        title.hasSameBytes(as: other.title) && subtitle.hasSameBytes(as: other.subtitle)
            && body.hasSameBytes(as: other.body)
    }
}
