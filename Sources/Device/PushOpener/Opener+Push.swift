import Platform
public import PushPayload
public import SealedEnvelope
import StrictJSON

extension Opener {
    /// Opens the body of a push.
    ///
    /// `pushType` is the value of `apns-push-type` that it was sealed for. `request` is the id of the notification
    /// request, which distinguishes a second call by the system from a replay.
    ///
    /// - Throws: ``Refusal``, which contains nothing of the sealed content.
    public func open(
        _ body: [UInt8], pushType: PushType = .alert, request: String? = nil
    ) throws(Refusal) -> OpenedPush {
        try observing(as: pushType, \.envelope) { () throws(Refusal) in
            try openPush(payload(in: body), pushType: pushType, request: request)
        }
    }

    /// Opens a parsed payload.
    ///
    /// - Throws: ``Refusal``, which contains nothing of the sealed content.
    public func open(
        _ payload: Payload, pushType: PushType = .alert, request: String? = nil
    ) throws(Refusal) -> OpenedPush {
        try observing(as: pushType, \.envelope) { () throws(Refusal) in
            try openPush(payload, pushType: pushType, request: request)
        }
    }

    private func payload(in body: [UInt8]) throws(Refusal) -> Payload {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: body)
        } catch {
            throw Refusal(.malformed, "the payload is not strict JSON: \(error)")
        }
        guard case .object(let root) = value else {
            throw Refusal(.malformed, "expected a JSON object as the payload, found \(value.kind)")
        }
        return Payload(root)
    }

    private func openPush(_ payload: Payload, pushType: PushType, request: String?) throws(Refusal) -> OpenedPush {
        guard pushType == .liveactivity else {
            let opened = try openMember(of: .root(of: pushType), in: payload.root, request: request)
            return OpenedPush(payload: Payload(opened.content), envelope: opened)
        }
        let state = try openMember(of: .contentState, in: payload.root, request: request)
        var root = payload.root
        SealedObject.contentState.replace(in: &root, with: state.content)
        // Attributes are always sealed. The event is in the clear, so it does not prove whether they are.
        if payload.aps.event == .start || payload.aps.members.contains("attributes") {
            let attributes = try openMember(of: .attributes, in: payload.root, request: request)
            SealedObject.attributes.replace(in: &root, with: attributes.content)
        }
        return OpenedPush(payload: Payload(root), envelope: state)
    }

    /// Opens an envelope on its own and decodes its content, such as the state of a Live Activity in a widget.
    ///
    /// ```swift
    /// let state = try opener.open(DeliveryState.self, from: context.state.sealed, purpose: .contentState)
    /// ```
    ///
    /// - Throws: ``Refusal``; with `badMessage` if the content cannot be decoded as `Content`. The reason contains
    ///   nothing of the content.
    public func open<Content: Decodable>(
        _ type: Content.Type, from envelope: String, purpose: Purpose, request: String? = nil
    ) throws(Refusal) -> Content {
        try observing(as: nil, \.envelope) { () throws(Refusal) -> (content: Content, envelope: OpenedEnvelope) in
            let opened = try openEnvelope(envelope, purpose: purpose, request: request)
            do {
                return (try JSONDecoder().decode(type, from: Data(opened.content.serialized())), opened)
            } catch {
                throw Refusal(.badMessage, "the content is not a \(type)")
            }
        }.content
    }

    /// Opens a state of a Live Activity for one activity.
    ///
    /// A state opens as often as the system draws it. Keep the newest `issuedAt` and `sequence` of each activity, and drop what is
    /// older: an intermediary can send an old state again.
    ///
    /// - Throws: ``Refusal``; with `badMessage` for a state that does not hold the activity's id.
    public func open(state envelope: String, of activity: ActivityID) throws(Refusal) -> OpenedEnvelope {
        try observing(as: nil, \.self) { () throws(Refusal) in
            let opened = try openEnvelope(envelope, purpose: .contentState, request: nil)
            guard ActivityID(in: opened.content) == activity else {
                throw Refusal(.badMessage, "the state does not hold the id of activity \(activity)")
            }
            return opened
        }
    }

    /// Opens the envelope in an object of a push.
    private func openMember(
        of object: SealedObject, in payload: JSONObject, request: String?
    ) throws(Refusal) -> OpenedEnvelope {
        guard let holder = object.content(in: payload), let value = holder[policy.envelopeKey] else {
            throw Refusal(
                .notSealed, "\(object.path?.description ?? "the payload") has no member \(policy.envelopeKey)")
        }
        guard case .string(let text) = value else {
            throw Refusal(.malformed, "expected a string as the envelope, found \(value.kind)")
        }
        return try openEnvelope(text, purpose: object.purpose, request: request)
    }
}
