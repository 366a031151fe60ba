import PushPayload
import StrictJSON

/// Rules about the payload as a whole.
extension LintRule {
    static let payloadRules: [LintRule] = [
        LintRule(
            "not-json", .error, "A payload is JSON (RFC 8259) in UTF-8.",
            source: "RFC 8259; \(Apple.payload); what APNs answers is not documented", isOpen: true
        ) { push in push.syntaxError { ![.duplicateName, .tooDeep, .tooLong].contains($0) } },
        LintRule(
            "duplicate-name", .error, "A dictionary has each name once.",
            source: "RFC 8259 section 4: readers disagree on which of the two members counts"
        ) { push in push.syntaxError { $0 == .duplicateName } },
        LintRule(
            "nested-too-deep", .error, "Dictionaries and arrays are nested at most 512 deep.",
            source: "Foundation refuses deeper nesting (measured, Swift 6.3.1 on Linux)"
        ) { push in push.syntaxError { $0 == .tooDeep } },
        LintRule(
            "root-not-dictionary", .error, "The root of a payload is a dictionary.", source: Apple.payload
        ) { push in
            guard let value = try? push.content.get(), push.payload == nil else { return [] }
            return [.bytes(0..<1, "The root of a payload is a dictionary, not \(value.kindWithArticle).")]
        },
        LintRule(
            "payload-too-large", .error, "A payload has at most 4,096 bytes, for VoIP and a broadcast 5,120.",
            source: "\(Apple.requests); \(Apple.broadcasts): 413 PayloadTooLarge"
        ) { push in
            let (count, limit) = (push.text.count, push.limit)
            guard push.payload != nil, count > limit else { return push.syntaxError { $0 == .tooLong } }
            let hint = push.pushType == nil ? " A VoIP push may have 5120; state the push type." : ""
            let message = "The payload has \(count) bytes, \(count - limit) more than the limit of \(limit).\(hint)"
            return [.bytes(limit..<count, message)]
        },
        LintRule(
            "aps-missing", .error,
            "An alert, background, Live Activity, widget or control push has the dictionary aps.", source: Apple.payload
        ) { push in .when(push.needsAPS && push.aps == nil, .value([])) },
        LintRule(
            "aps-not-dictionary", .error, "The member aps is a dictionary.", source: Apple.payload
        ) { push in .when(push.aps == nil && push.payload?["aps"] != nil, .value(["aps"])) },
        LintRule(
            "aps-without-apple-key", .error, "The dictionary aps has at least one of Apple's keys.",
            source: Apple.payload
        ) { push in
            let hasAppleKey = push.documentedMembers.contains { $0.dictionary == .aps }
            return .when(push.needsAPS && push.aps != nil && !hasAppleKey, .value(["aps"]))
        },
        LintRule(
            "other-service", .error,
            "A payload has aps at its root; the body of a request to another service has it elsewhere.",
            source:
                "Apple, Generating a remote notification; reported: FCM #41, PyFCM #140, react-native-firebase #6373"
        ) { push in push.otherService },
        LintRule(
            "header-in-payload", .warning, "A header is a field of the request; in the payload it has no effect.",
            source: Apple.requests
        ) { push in
            push.membersBesideAPS.filter { $0.name.isHeaderOfAPNs || $0.holdsHeaders }.map { .name([$0.name]) }
        },
        LintRule(
            "empty-payload", .warning, "An empty payload updates a Wallet pass and has no other effect.",
            source: "archived PassKit guide; the push type of a pass update is not documented", isOpen: true
        ) { push in
            let isEmpty = push.payload?.root == [:] || push.payload?.root == ["aps": [:]]
            return .when(isEmpty && push.statedType == nil, .value([]))
        },
        LintRule(
            "commands-invalid", .error,
            "The member sealedpush holds commands to a SealedNotificationService, which ignores those that it does not know.",
            source: "this project, Writing the extension"
        ) { push in
            .when(
                push.payload?.hasCommands == true && push.payload?.commands == nil,
                .value([UTF8Text(NotificationCommands.memberName)]))
        },
        LintRule(
            "attachments-invalid", .error,
            "A SealedNotificationService ignores attachments of which one has an unknown, missing or wrong member.",
            source: "this project, Sealed attachments"
        ) { push in
            .when(
                push.payload.map { $0.attachments == nil } == true,
                .value([UTF8Text(NotificationCommands.memberName), UTF8Text(Payload.attachmentsName)]))
        },
        LintRule(
            "null-value", .warning, "A custom value is a dictionary, array, string, number or Boolean, not null.",
            source: "\(Apple.payload); what happens to a null is not documented", isOpen: true
        ) { push in
            let besideAPS = push.membersBesideAPS.map { ([$0.name], $0.value) }
            let appsOwn = push.documentedMembers.filter { $0.type == .dictionary && $0.hasDocumentedType }
            let inAPS = (push.undocumentedMembers + appsOwn).filter { $0.dictionary == .aps }.map {
                ($0.path, $0.value)
            }
            return (besideAPS + inAPS).flatMap { $1.paths(from: $0, where: \.isNull) }.map { .value($0) }
        },
    ]
}

extension LintedPush {
    /// Whether the push is of a type that has `aps`.
    fileprivate var needsAPS: Bool {
        let types: [PushType?] = [.alert, .background, .liveactivity, .widgets, .controls]
        return types.contains(contentType)
    }

    /// Returns a breach if the payload lacks `aps` and is the body of a request to another service.
    fileprivate var otherService: [Breach] {
        guard let root = payload?.root, root["aps"] == nil else { return [] }
        let inside = JSONValue.object(root).paths { $0.objectValue?["aps"]?.objectValue != nil }.first
        if let inside {
            let place = JSONPointer.text(of: inside)
            return [.value(inside, "The payload is the dictionary at \(place), which has aps; it is sent alone.")]
        }
        let message = root["message"]?.objectValue ?? root
        let isOther =
            message["notification"]?.objectValue != nil
            && ["token", "topic", "condition", "to", "registration_ids"].contains(where: message.contains)
            || root["to"]?.stringValue?.contains("PushToken[") == true
            || root.contains("app_id") && root.contains("contents")
        return .when(isOther, .value([]))
    }

    /// Returns a breach if the text is not JSON and the condition holds for the reason.
    fileprivate func syntaxError(where condition: (JSONError.Code) -> Bool) -> [Breach] {
        guard case .failure(let error) = content, condition(error.code) else { return [] }
        let rest = text.dropFirst(error.offset)
        let isQuote = ["\u{201C}", "\u{201D}"].contains { rest.starts(with: $0.utf8) }
        let hint = isQuote ? " A curly quotation mark does not delimit a string." : ""
        let message = "The text is not strict JSON: \(error.problem).\(hint)"
        return [.bytes(rest.prefix(1).indices, pointer: error.pointer, message)]
    }
}

extension JSONObject.Member {
    /// Whether the member is a dictionary of headers for APNs.
    fileprivate var holdsHeaders: Bool {
        name.string.lowercased().hasPrefix("header") && value.objectValue?.contains { $0.name.isHeaderOfAPNs } ?? false
    }
}

extension UTF8Text {
    /// Whether the text is the name of a header for APNs, in any case.
    fileprivate var isHeaderOfAPNs: Bool { string.lowercased().hasPrefix("apns-") }
}
