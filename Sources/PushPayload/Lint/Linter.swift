import StrictJSON

/// Where a push is sent.
public enum PushDestination: Sendable, Hashable {
    /// To one device, `/3/device/…`.
    case device
    /// To a broadcast channel, `/4/broadcasts/apps/…`.
    case broadcast

    /// The most bytes of a broadcast (Apple, Sending broadcast push notification requests to APNs); for a device the
    /// push type has its own limit.
    var maximumByteCount: Int? { self == .broadcast ? BroadcastHeaders.maximumByteCount : nil }
}

/// Checks payloads and headers against the rules of Apple Push Notification service before it does.
public struct Linter: Sendable, Hashable {
    /// Which rules apply.
    public var policy: LintPolicy
    /// Where the pushes go.
    public var destination: PushDestination

    /// Makes a linter.
    public init(policy: LintPolicy = .standard, destination: PushDestination = .device) {
        self.policy = policy
        self.destination = destination
    }

    /// Checks a payload as it would be posted, by its shortest text.
    ///
    /// Without headers, only the payload is checked. The push type is the given one, that of the headers, or the one
    /// that the content tells; if none tells it, the rules that depend on it are passed over.
    public func lint(
        _ payload: Payload, as pushType: PushType? = nil, headers: [(name: String, value: String)]? = nil
    ) -> LintReport {
        lint(payload.root, byteCount: payload.serializedByteCount, as: pushType, headers: headers) {
            payload.serialized()
        }
    }

    /// Checks the text of a payload, at most 65,536 bytes; a text that is no JSON is a diagnostic, too.
    public func lint(
        _ text: [UInt8], as pushType: PushType? = nil, headers: [(name: String, value: String)]? = nil
    ) -> LintReport {
        let failure: LintFailure
        do throws(JSONError) {
            let value = try JSONValue(parsing: text)
            if let root = value.objectValue {
                return lint(root, byteCount: text.count, as: pushType, headers: headers) { text }
            }
            failure = LintFailure(notAnObject: value)
        } catch {
            failure = LintFailure(error)
        }
        var run = makeRun(on: [:], byteCount: text.count, as: pushType, headers: headers)
        if run.headers != nil { run.checkHeaders() }
        let headerDiagnostics = LintLocator(root: [:], text: []).diagnostics(for: run.findings)
        return LintReport(
            diagnostics: [failure.diagnostic(in: text, policy: policy)].compactMap(\.self) + headerDiagnostics,
            pushType: run.pushType, byteCount: text.count, limit: run.limit, text: text)
    }

    private func lint(
        _ root: JSONObject, byteCount: Int, as pushType: PushType?, headers: [(name: String, value: String)]?,
        text: () -> [UInt8]
    ) -> LintReport {
        var run = makeRun(on: root, byteCount: byteCount, as: pushType, headers: headers)
        run.checkDocument()
        run.checkAPS()
        run.checkPushType()
        if run.headers != nil { run.checkHeaders() }
        let text = run.findings.isEmpty ? [] : text()
        return LintReport(
            diagnostics: run.findings.isEmpty
                ? [] : LintLocator(root: root, text: text).diagnostics(for: run.findings),
            pushType: run.pushType, byteCount: byteCount, limit: run.limit, text: text)
    }

    private func makeRun(
        on root: JSONObject, byteCount: Int, as pushType: PushType?, headers: [(name: String, value: String)]?
    ) -> LintRun {
        let headers = headers.map(LintHeaders.init)
        var said = pushType ?? headers?["apns-push-type"].map(PushType.init(rawValue:))
        if destination == .broadcast, said?.rawValue.lowercased() == PushType.liveactivity.rawValue || said == nil {
            said = .liveactivity
        }
        return LintRun(
            root: root, aps: root["aps"]?.objectValue, byteCount: byteCount, headers: headers,
            destination: destination, policy: policy, said: said,
            pushType: said ?? PushType.derived(from: Payload(root)))
    }
}
