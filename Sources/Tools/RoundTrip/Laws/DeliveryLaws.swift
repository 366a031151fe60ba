#if canImport(ExtensionHost)
import ExtensionHost
import Foundation
import KeyManagement
import PushOpener
import PushPayload
import StrictJSON
import UserNotifications

extension LawCheck {
    func shownAsMeant() async throws {
        try requireExtension()
        trials.count += 1
        let delivery = try await deliver("opened")
        try require(delivery.outcome == .opened, "the outcome is \(delivery.outcome.rawValue), expected opened")
        let names = ["title", "subtitle", "body"]
        for (name, (text, shown)) in zip(names, zip(try texts(), delivery.content.texts)) {
            try require(text.map { UTF8Text($0) == UTF8Text(shown) } ?? true, "the screen shows another \(name)")
        }
        try require(delivery.content.userInfo[envelopeKey] == nil, "the envelope is still in userInfo")
    }

    func placeholderWhenRefused() async throws {
        try requireExtension()
        // The content that the extension shows for a push without an envelope: the placeholder, or its own text.
        let plain = try await deliver("not sealed", visible.serialized())
        for (code, body, change) in try await refusedPushes() {
            trials.count += 1
            let delivery = try await deliver("\(code)", body, change)
            try require(
                delivery.outcome == .placeholder,
                "\(code): the outcome is \(delivery.outcome.rawValue), expected placeholder")
            let reason = delivery.reason?.code.description
            try require(reason == code.rawValue, "\(code): the reason given is \(reason ?? "none")")
            try require(
                delivery.content.texts.elementsEqual(plain.content.texts) { UTF8Text($0) == UTF8Text($1) },
                "\(code): the screen shows another text than the placeholder")
            let values = delivery.json["content"]?.objectValue?.map(\.value) ?? []
            let content = Data(JSONValue.array(values).serialized())
            for (text, pointer) in secretTexts {
                try require(!content.contains(text), "\(code): text at \(pointer) is in the content that is shown")
            }
        }
    }

    /// Throws for a push type without a placeholder, since no extension is called for it.
    private func requireExtension() throws(Verdict) {
        guard pushType.showsPlaceholder else {
            throw .doesNotApply("no extension is called for a push of type \(pushType.rawValue)")
        }
    }

    /// Passes a body to the extension, by default the sealed one, with changed inputs, and requires that it called the
    /// handler once, before its time limit.
    private func deliver(
        _ what: String, _ body: [UInt8]? = nil, _ change: Change = { _ in }
    ) async throws -> Delivery {
        let delivery = try await harness.implementation.deliver(body ?? sealed.body, opening(change))
        try require(
            delivery.timings.called != nil,
            "\(what): the extension was not called: \(delivery.reason?.code.description ?? "no reason given")")
        if let error = delivery.extensionErrors.first { throw Verdict.broken("\(what): \(error)") }
        try require(delivery.timings.expired == nil, "\(what): handed over after the time limit")
        return delivery
    }

    /// The title, subtitle and body that the screen must show; nil for a text that comes from the app's localization.
    private func texts() throws(Verdict) -> [String?] {
        let alert = payload.aps.alert
        // An empty key counts as absent.
        func text(_ literal: String?, _ key: String?) -> String? { key?.isEmpty ?? true ? literal ?? "" : nil }
        let texts = [
            text(alert?.title, alert?.titleLocKey), text(alert?.subtitle, alert?.subtitleLocKey),
            text(alert?.body, alert?.locKey),
        ]
        // Without any text the system keeps the original, as for an extension that removes the alert text.
        guard texts.contains(where: { $0 != "" }) else { throw .doesNotApply("the payload shows no text") }
        return texts
    }

    /// A push and a change of the inputs for each reason for which a device can refuse; a nil body is the sealed one.
    private func refusedPushes() async throws -> [(Refusal.Code, [UInt8]?, Change)] {
        let revoked = keys[keyPath: recipient].map { own in
            Keyring(
                name: "revoked", role: own.role,
                keys: own.keys.map { Key($0.role, $0.material, state: .revoked, created: Self.issuedAt) })
        }
        let changed = envelope.dropLast() + [(envelope.last ?? 0) ^ 1]
        let store = ReplayMemory()
        func inRequest(_ request: String) -> Change { Self.request(request, remembered: store) }
        _ = try await deliver("opened", nil, inRequest("first"))
        var pushes: [(Refusal.Code, [UInt8]?, Change)] = [
            (.malformed, body(carrying: []), { _ in }),
            (.unknownSuite, body(carrying: [0] + envelope.dropFirst()), { _ in }),
            (.unknownKey, nil, { $0.keys[keyPath: recipient] = otherKeys[keyPath: recipient] }),
            (.revokedKey, nil, { $0.keys[keyPath: recipient] = revoked }),
            (.cannotOpen, body(carrying: Array(changed)), { _ in }),
            (.cannotOpen, nil, { $0.topic += "x" }),
            (.notYetValid, nil, { $0.now = Date(unixTime: 0) }),
            (.replayed, nil, inRequest("second")),
        ]
        // A sender is not authenticated in suite 3: any holder of the shared key can seal, whatever provider is pinned.
        if suite != .shared {
            let code: Refusal.Code = suite.authenticatesSender ? .unknownSender : .unauthenticatedSender
            pushes.append((code, nil, { $0.keys.provider = otherKeys.provider }))
        }
        return pushes
    }
}

extension UNNotificationContent {
    fileprivate var texts: [String] { [title, subtitle, body] }
}
#endif
