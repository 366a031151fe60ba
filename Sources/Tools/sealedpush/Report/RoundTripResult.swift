import PushPayload
import RoundTrip
import SealedEnvelope
import StrictJSON

struct RoundTripResult {
    let report: RoundTripReport
    let unreadable: [UnreadableFile]
    let seconds: Double
    /// The names of the programs that took the place of a half; nil without one.
    var sealer, opener: String?

    /// Whether every law that was tried holds, at least one was, and every file was read.
    var isHeld: Bool { report.isHeld && unreadable.isEmpty }

    /// The programs that took the place of a half, for people; nil without one.
    var programs: String? {
        let names = [sealer.map { "the sealer \($0)" }, opener.map { "the opener \($0)" }]
        let told = names.compactMap(\.self).joined(separator: " and ")
        return told.isEmpty ? nil : told
    }

    var json: JSONObject {
        let skipped = report.skips.map { skip -> JSONValue in
            [
                "payload": .string(skip.name), "reason": .string(skip.outcome.message),
                "seals": .integer(skip.count),
            ]
        }
        return JSONObject(present: [
            "held": .bool(isHeld), "sealer": sealer.map(JSONValue.string),
            "opener": opener.map(JSONValue.string), "payloads": .integer(report.payloads),
            "corpus": .integer(report.corpus),
            "random": ["count": .integer(report.random), "seed": .integer(report.seed)],
            "trials": .integer(report.trials),
            "seconds": JSONNumber((seconds * 1000).rounded() / 1000).map(JSONValue.number),
            "laws": .array(report.laws.map(self.json)), "failures": .array(report.failures.map(\.json)),
            "skipped": .array(skipped),
            "unreadable": .array(unreadable.map { ["payload": .string($0.name), "reason": .string($0.reason)] }),
        ])
    }

    private func json(of law: Law) -> JSONValue {
        let columns = report.suites.map { suite -> (String, JSONValue) in
            let tally = report.tally(of: law, in: suite)
            let counts: JSONValue = [
                "held": .integer(tally.held), "broken": .integer(tally.broken),
                "doesNotApply": .integer(tally.doesNotApply), "notSealed": .integer(tally.notSealed),
                "trials": .integer(tally.trials),
            ]
            return (suite.name, counts)
        }
        return ["law": .string(law.rawValue), "suites": .object(JSONObject(columns))]
    }
}

extension RoundTripReport.Finding {
    fileprivate var json: JSONValue {
        .object(
            JSONObject(present: [
                "law": .string(outcome.law.rawValue), "suite": .string(outcome.suite.name),
                "padding": `case`.map { _ in .string(outcome.padding.words) },
                "payload": `case`.map { .string($0.name) }, "corpus": `case` == nil ? .string(name) : nil,
                "message": .string(outcome.message), "count": .integer(count),
                "seed": `case`?.seed.map(JSONValue.integer),
            ]))
    }

    /// The failure for people: the law, suite and padding, and the payload's name.
    var lines: [String] {
        ["\(outcome.title): \(outcome.message)", "with \(name)\(count > 1 ? ", and in \(count - 1) seals more" : "")"]
    }
}

/// The report of a round trip for people: a table of laws and suites, then skipped payloads and failures.
struct RoundTripTable: Report {
    let result: RoundTripResult
    let style: Style

    private var report: RoundTripReport { result.report }

    var json: JSONObject { result.json }

    var lines: [String] {
        var lines = report.trials > 0 || !report.failures.isEmpty ? table : []
        var notes: [String] = []
        for skip in report.skips {
            let told = "\(skip.name), \(counted(skip.count, "seal")): \(skip.outcome.message)"
            notes.append("\(style.yellow("skipped")) \(shown(told))")
        }
        for entry in result.unreadable { notes.append("\(style.red("unreadable")) \(shown(entry.reason))") }
        if !lines.isEmpty, !notes.isEmpty { lines.append("") }
        lines += notes
        for failure in report.failures {
            let told = failure.lines.map(shown)
            lines += ["", "\(style.red("✗")) \(told.first ?? "")"] + told.dropFirst().map { "    \($0)" }
        }
        return lines + (lines.isEmpty ? [] : [""]) + summary
    }

    private typealias Cell = (text: String, paint: (String) -> String)

    private var table: [String] {
        let nameWidth = report.laws.map(\.rawValue.count).max() ?? 0
        var lines = ["law".padded(to: nameWidth)] + report.laws.map { $0.rawValue.padded(to: nameWidth) }
        for suite in report.suites {
            let heading: Cell = (suite.name, { $0 })
            let cells = [heading] + report.laws.map { cell($0, suite) }
            let width = cells.map { $0.text.count }.max() ?? 0
            for (row, cell) in cells.enumerated() { lines[row] += "  " + cell.paint(cell.text.indented(to: width)) }
        }
        lines[0] = style.dim(lines[0])
        return lines
    }

    private func cell(_ law: Law, _ suite: SealingSuite) -> Cell {
        let tally = report.tally(of: law, in: suite)
        if tally.broken > 0 { return ("✗ \(tally.broken) of \(tally.broken + tally.held)", style.red) }
        if tally.held > 0 { return ("✓ \(tally.held)", style.green) }
        return ("–", style.dim)
    }

    private var summary: [String] {
        let broken = report.laws.count { law in report.failures.contains { $0.outcome.law == law } }
        let verdict =
            if broken > 0 {
                style.red(broken == 1 ? "1 law is broken" : "\(broken) laws are broken")
            } else if report.trials == 0 {
                style.red("No payload was sealed, so nothing was tried")
            } else if result.unreadable.isEmpty {
                style.green("Every law held")
            } else {
                style.red(
                    "\(counted(result.unreadable.count, "file")) \(result.unreadable.count == 1 ? "was" : "were") not read"
                )
                    + ", every law held for the others"
            }
        var what: [String] = []
        if report.payloads > 0 { what.append(counted(report.payloads, "payload")) }
        if report.random > 0 { what.append("\(report.random) random") }
        if report.corpus > 0 { what.append(counted(report.corpus, "corpus case")) }
        let line =
            "\(verdict): \(report.laws.count) laws, \(report.suites.count) suites, \(listed(what)), "
            + "\(report.trials) trials, \(Int(result.seconds.rounded())) s"
        let programs = result.programs.map { [style.dim("With \(shown($0)).")] } ?? []
        guard report.random > 0 else { return [line] + programs }
        let seeds = "\(report.seed) to \(report.seed &+ UInt64(report.random - 1))"
        let random = style.dim("Random payloads have the seeds \(seeds); suites and paddings take turns.")
        return [line] + programs + [random]
    }

    private func shown(_ text: String) -> String { text.showingControls() }

    private func listed(_ parts: [String]) -> String {
        let last = parts.suffix(1)
        let others = parts.dropLast().joined(separator: ", ")
        return ([others].filter { !$0.isEmpty } + last).joined(separator: " and ")
    }

    private func counted(_ count: Int, _ noun: String) -> String { count == 1 ? "1 \(noun)" : "\(count) \(noun)s" }
}
