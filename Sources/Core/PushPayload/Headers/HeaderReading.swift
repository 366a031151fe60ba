import StrictJSON

extension PushHeaders {
    /// Reads the headers of a push request, in the representation of any HTTP library.
    ///
    /// Names are compared without case. Fields that do not belong to the payload, such as `authorization`, are ignored.
    /// Without `apns-push-type` the type is derived from the payload's content.
    ///
    /// - Throws: ``PayloadError`` with `duplicateHeader`, `badPushType` (absent and not derivable), `badTopic` (also
    ///   for a topic without the push type's suffix), `badPriority`, `badExpiration`, `badCollapseID` or `badID`.
    public init(
        reading fields: some Sequence<(name: String, value: String)>, of payload: Payload? = nil
    ) throws(PayloadError) {
        var values: [UTF8Text: String] = [:]
        for field in fields {
            guard values.updateValue(field.value, forKey: UTF8Text(field.name.lowercased())) == nil else {
                throw PayloadError(.duplicateHeader, "a header occurs twice")
            }
        }
        let told = payload.flatMap(PushType.derived(from:))
        guard let pushType = values["apns-push-type"].map(PushType.init(rawValue:)) ?? told else {
            throw PayloadError(.badPushType, "neither the headers nor the content determine the push type")
        }
        var priority: Priority?
        if let text = values["apns-priority"] {
            guard let known = Priority(header: text) else {
                throw PayloadError(.badPriority, "expected 10, 5 or 1 as the priority")
            }
            priority = known
        } else if pushType == .background {
            throw PayloadError(.badPriority, "without a priority APNs takes 10, which a background push may not have")
        }
        var expiration: UInt32?
        if let text = values["apns-expiration"] {
            guard text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let seconds = UInt32(text) else {
                throw PayloadError(.badExpiration, "expected UNIX seconds in decimal as the expiration")
            }
            expiration = seconds
        }
        try self.init(
            topic: values["apns-topic"], pushType: pushType, priority: priority, expiration: expiration,
            collapseID: values["apns-collapse-id"], id: values["apns-id"])
        guard topic == values["apns-topic"].map({ UTF8Text($0) }) else {
            throw PayloadError(.badTopic, "the topic of this push type ends with \(pushType.topicSuffix)")
        }
    }

    /// Derives the push type from a payload's content, or checks the given one against it.
    ///
    /// - Throws: ``PayloadError`` with `badPushType` if none is given and the content determines none, or if it determines
    ///   another type; and like ``init(topic:pushType:priority:expiration:collapseID:id:)``.
    public init(
        for payload: Payload, topic: String? = nil, pushType: PushType? = nil, priority: Priority? = nil,
        expiration: UInt32? = nil, collapseID: String? = nil, id: String? = nil
    ) throws(PayloadError) {
        let told = PushType.derived(from: payload)
        guard let actual = pushType ?? told else {
            throw PayloadError(.badPushType, "the content does not determine the push type")
        }
        if let told, !actual.accepts(contentOf: told) {
            throw PayloadError(
                .badPushType, "the content is that of a \(told.rawValue) push, not of a \(actual.rawValue) push")
        }
        try self.init(
            topic: topic, pushType: actual, priority: priority, expiration: expiration, collapseID: collapseID, id: id)
    }
}
