import RoundTrip
import SealedEnvelope
import StrictJSON

/// The report of a run with the files that could not be read and the duration.
struct RoundTripResult {
    let report: RoundTripReport
    let unreadable: [UnreadableFile]
    let seconds: Double

    /// Whether every law that was tried holds, at least one was, and every file was read.
    var isHeld: Bool { report.isHeld && unreadable.isEmpty }

    /// The result as JSON, for programs.
    var json: JSONObject {
        var json: JSONObject = [
            "held": .bool(isHeld),
            "payloads": .number(JSONNumber(report.cases.count)),
            "random": ["count": .number(JSONNumber(report.random)), "seed": .number(JSONNumber(report.seed))],
            "trials": .number(JSONNumber(report.trials)),
        ]
        json["seconds"] = JSONNumber((seconds * 1000).rounded() / 1000).map(JSONValue.number)
        json["laws"] = .array(report.laws.map { .object(self.json(of: $0)) })
        json["failures"] = .array(report.failures.map { .object($0.json) })
        json["skipped"] = .array(
            report.skips.map {
                [
                    "payload": .string($0.case.name), "reason": .string($0.outcome.message),
                    "seals": .number(JSONNumber($0.count)),
                ]
            })
        json["unreadable"] = .array(
            unreadable.map { ["payload": .string($0.name), "reason": .string($0.reason)] })
        return json
    }

    private func json(of law: Law) -> JSONObject {
        let columns = report.suites.map { suite -> (String, JSONValue) in
            let tally = report.tally(of: law, in: suite)
            return (
                suite.name,
                [
                    "held": .number(JSONNumber(tally.held)),
                    "broken": .number(JSONNumber(tally.broken)),
                    "doesNotApply": .number(JSONNumber(tally.doesNotApply)),
                    "notSealed": .number(JSONNumber(tally.notSealed)),
                    "trials": .number(JSONNumber(tally.trials)),
                ]
            )
        }
        return [
            "law": .string(law.rawValue), "sentence": .string(law.sentence), "suites": .object(JSONObject(columns)),
        ]
    }
}

extension RoundTripReport.Finding {
    fileprivate var json: JSONObject {
        var json: JSONObject = [
            "law": .string(outcome.law.rawValue),
            "suite": .string(outcome.suite.name),
            "padding": .string(outcome.padding.words),
            "payload": .string(`case`.name),
            "message": .string(outcome.message),
            "count": .number(JSONNumber(count)),
        ]
        json["seed"] = `case`.seed.map { .number(JSONNumber($0)) }
        if let smallest {
            json["smallest"] = [
                "payload": .object(smallest.payload.root), "message": .string(smallest.outcome.message),
            ]
        }
        return json
    }

    /// The failure as lines of text: the law, suite and padding, the payload's name, and the smallest payload that
    /// breaks the law.
    ///
    /// The last line, if the payload was shrunk, contains the smallest payload.
    var lines: [String] {
        var lines = ["\(outcome.law) in \(outcome.suite.name), \(outcome.padding.words): \(outcome.message)"]
        lines.append("with \(`case`.name)\(count > 1 ? ", and in \(count - 1) seals more" : "")")
        guard let smallest else { return lines }
        let text = String(decoding: smallest.payload.serialized(), as: UTF8.self)
        if smallest.outcome.message != outcome.message { lines.append("shrunk: \(smallest.outcome.message)") }
        return lines + ["shown by \(text)"]
    }
}
