import PushOpener
import StrictJSON

@testable import PayloadLint
@testable import PushPayload
@testable import PushSealer
@testable import SealedEnvelope

/// Fuzzes payloads and headers.
///
/// The input is a payload's text, the byte 0xFF, and headers as lines of `name: value`.
func fuzzPayload(_ bytes: [UInt8]) throws(Violation) {
    let parts = bytes.split(separator: 0xFF, maxSplits: 1, omittingEmptySubsequences: false)
    let text = Array(parts[0])
    let headers = parts.count == 2 ? headerFields(parts[1]) : nil
    for destination in [PushDestination.device, .broadcast] {
        try checkLint(of: text, headers: headers, Linter(destination: destination))
    }
    func header(_ name: String) -> String? { headers?.first { $0.name == name }?.value }
    let pushType = header("apns-push-type").map(PushType.init(rawValue:))
    let checked = try? PushHeaders(
        topic: header("apns-topic"), pushType: pushType ?? .alert, collapseID: header("apns-collapse-id"),
        id: header("apns-id"))
    try demand(
        checked?.fields.allSatisfy { $0.name.isHeaderName && $0.value.isHeaderValue } ?? true,
        "checked headers are fields that a request can have")
    guard let payload = try? Payload(parsing: text) else { return }
    try checkViews(of: payload)
    try checkRestoration(of: payload, as: pushType)
}

private func headerFields(_ text: ArraySlice<UInt8>) -> [(name: String, value: String)] {
    text.split(separator: UInt8(ascii: "\n")).prefix(16).map { line in
        let halves = line.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        return (
            String(decoding: halves[0], as: UTF8.self),
            String(decoding: halves.count == 2 ? halves[1].drop { $0 == 0x20 } : [], as: UTF8.self)
        )
    }
}

/// Checks that every position of a diagnostic is in the text.
private func checkLint(
    of text: [UInt8], headers: [(name: String, value: String)]?, _ linter: Linter
) throws(Violation) {
    let report = linter.lint(text, headers: headers)
    let isStrict = (try? Payload(parsing: text)) != nil
    if !isStrict { try demand(!report.isClean(of: .error), "a text that is not a payload is an error") }
    for diagnostic in report.diagnostics {
        guard case .payload(_, let range, let line, let column) = diagnostic.location else { continue }
        let offsets = 0...report.text.count
        try demand(
            offsets.contains(range.lowerBound) && offsets.contains(range.upperBound), "a position is in the text")
        try demand(line >= 1 && column >= 1, "lines and columns count from 1")
    }
    _ = report.text(named: "fuzz")
    try demand(
        (try? JSONValue(parsing: report.json.serialized(), limits: JSONLimits(maximumByteCount: 1 << 24)))
            == .object(report.json), "a report is JSON")
}

/// Checks that a typed view returns the values that were written to it.
private func checkViews(of payload: Payload) throws(Violation) {
    let aps = payload.aps
    var copy = aps
    copy.badge = aps.badge
    copy.sound = aps.sound
    copy.threadID = aps.threadID
    copy.category = aps.category
    copy.interruptionLevel = aps.interruptionLevel
    copy.relevanceScore = aps.relevanceScore
    copy.filterCriteria = aps.filterCriteria
    copy.alert = aps.alert
    try demand(
        copy.badge == aps.badge && copy.sound == aps.sound && copy.threadID == aps.threadID
            && copy.category == aps.category && copy.interruptionLevel == aps.interruptionLevel
            && copy.relevanceScore == aps.relevanceScore && copy.filterCriteria == aps.filterCriteria,
        "a view returns the written values")
    guard var alert = aps.alert else { return }
    let (title, arguments, key) = (alert.title, alert.locArgs, alert.locKey)
    alert.title = title
    alert.locArgs = arguments
    alert.locKey = key
    try demand(
        alert.title == title && alert.locArgs == arguments && alert.locKey == key, "an alert returns the written values"
    )
}

/// Checks that a payload is restored exactly after seal and open (wire format §4), in suite 3, the cheapest.
private func checkRestoration(of payload: Payload, as pushType: PushType?) throws(Violation) {
    guard let shared = FixedKeys.shared.keys.first?.sharedKey,
        let pushType = pushType ?? PushType.derived(from: payload),
        let sealer = try? Sealer(
            provider: nil, topic: FixedKeys.topic, audience: "", clock: .fixed(FixedKeys.now),
            randomness: FixedKeys.randomness)
    else { return }
    let options = SealOptions(visible: pushType.readBySystem, pushType: pushType)
    guard let push = try? sealer.seal(payload, with: shared, options: options) else { return }
    try demand(push.body.count <= pushType.maximumByteCount, "the body is within the limit")
    guard let opened = try? FixedKeys.opener.open(push.body, pushType: pushType) else {
        throw Violation(description: "a sealed payload opens")
    }
    try demand(opened.payload.serialized() == payload.serialized(), "the delivered payload is the sealed payload")
}
