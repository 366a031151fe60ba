import SealedEnvelope
public import StrictJSON

extension RoundTripReport {
    /// The report as JSON, for programs.
    public var json: JSONObject {
        var json: JSONObject = [
            "held": .bool(isHeld),
            "payloads": .number(JSONNumber(cases.count)),
            "random": ["count": .number(JSONNumber(random.count)), "seed": .number(JSONNumber(random.seed))],
            "trials": .number(JSONNumber(trials)),
        ]
        json["seconds"] = seconds.flatMap { JSONNumber(($0 * 1000).rounded() / 1000) }.map(JSONValue.number)
        json["laws"] = .array(laws.map { .object(self.json(of: $0)) })
        json["failures"] = .array(failures.map { .object($0.json) })
        json["skipped"] = .array(
            skips.map {
                ["payload": .string($0.name), "reason": .string($0.reason), "seals": .number(JSONNumber($0.count))]
            })
        json["unreadable"] = .array(
            unreadable.map { ["payload": .string($0.name), "reason": .string($0.reason)] })
        return json
    }

    private func json(of law: Law) -> JSONObject {
        let columns = suites.map { suite -> (String, JSONValue) in
            let tally = tally(of: law, in: suite)
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
        return ["law": .string(law.name), "sentence": .string(law.sentence), "suites": .object(JSONObject(columns))]
    }
}

extension RoundTripReport.Failure {
    fileprivate var json: JSONObject {
        var json: JSONObject = [
            "law": .string(outcome.law.name),
            "suite": .string(outcome.suite.name),
            "padding": .string(outcome.padding.words),
            "payload": .string(name),
            "message": .string(outcome.message),
            "count": .number(JSONNumber(count)),
        ]
        json["seed"] = seed.map { .number(JSONNumber($0)) }
        if let smallest {
            json["smallest"] = [
                "payload": .object(smallest.payload.root), "message": .string(smallest.outcome.message),
            ]
        }
        return json
    }
}
