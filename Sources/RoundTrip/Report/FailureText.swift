import PushPayload
import SealedEnvelope
import StrictJSON

extension RoundTripReport.Failure {
    /// The failure as lines of text: the law, suite and padding, the payload's name, and the smallest payload that
    /// breaks the law.
    ///
    /// The last line, if the payload was shrunk, contains the smallest payload.
    public var lines: [String] {
        var lines = ["\(outcome.law) in \(outcome.suite.name), \(outcome.padding.words): \(outcome.message)"]
        lines.append("with \(name)\(count > 1 ? ", and in \(count - 1) seals more" : "")")
        guard let smallest else { return lines }
        let text = String(decoding: smallest.payload.serialized(), as: UTF8.self)
        if smallest.outcome.message != outcome.message { lines.append("shrunk: \(smallest.outcome.message)") }
        return lines + ["shown by \(text)"]
    }
}
