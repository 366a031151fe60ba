import PushPayload
import RoundTrip
import StrictJSON

/// The report of a round trip for people: a table of laws and suites, then skipped payloads and failures.
struct RoundTripDrawing {
    let result: RoundTripResult
    let style: Style

    private var report: RoundTripReport { result.report }

    /// The lines, with control characters escaped.
    var lines: [String] {
        var lines = report.trials > 0 || !report.failures.isEmpty ? table : []
        var notes: [String] = []
        for skip in report.skips {
            let seals = skip.count == 1 ? "1 seal" : "\(skip.count) seals"
            notes.append(
                "\(style.yellow("skipped")) \(shown(skip.case.name)), \(seals): \(shown(skip.outcome.message))")
        }
        for entry in result.unreadable { notes.append("\(style.red("unreadable")) \(shown(entry.reason))") }
        if !lines.isEmpty, !notes.isEmpty { lines.append("") }
        lines += notes
        for failure in report.failures {
            let told = failure.lines.map(shown)
            lines += ["", "\(style.red("✗")) \(told.first ?? "")"] + told.dropFirst().map { "    \(abridged($0))" }
        }
        return lines + (lines.isEmpty ? [] : [""]) + summary
    }

    private var table: [String] {
        let columns = report.suites.map { suite in report.laws.map { cell($0, suite) } }
        let widths = zip(report.suites, columns).map { suite, cells in
            max(suite.name.displayWidth, cells.map(\.text.displayWidth).max() ?? 0)
        }
        let nameWidth = report.laws.map(\.rawValue.displayWidth).max() ?? 0
        var heading = "law".padded(to: nameWidth)
        for (suite, width) in zip(report.suites, widths) { heading += "  " + suite.name.indented(to: width) }
        var lines = [style.dim(heading)]
        for (row, law) in report.laws.enumerated() {
            var line = law.rawValue.padded(to: nameWidth)
            for (cells, width) in zip(columns, widths) {
                line += "  " + cells[row].paint(cells[row].text.indented(to: width))
            }
            lines.append(line)
        }
        return lines
    }

    private struct Cell {
        let text: String
        let paint: (String) -> String
    }

    /// Returns the number of seals in which a law holds or is broken.
    private func cell(_ law: Law, _ suite: SealingSuite) -> Cell {
        let tally = report.tally(of: law, in: suite)
        if tally.broken > 0 { return Cell(text: "✗ \(tally.broken) of \(tally.broken + tally.held)", paint: style.red) }
        return tally.held > 0 ? Cell(text: "✓ \(tally.held)", paint: style.green) : Cell(text: "–", paint: style.dim)
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
                    result.unreadable.count == 1
                        ? "1 file was not read" : "\(result.unreadable.count) files were not read")
                    + ", every law held for the others"
            }
        var what: [String] = []
        if !report.cases.isEmpty {
            what.append(report.cases.count == 1 ? "1 payload" : "\(report.cases.count) payloads")
        }
        if report.random > 0 { what.append("\(report.random) random") }
        var line = "\(verdict): \(report.laws.count) laws, \(report.suites.count) suites, "
        line += "\(what.joined(separator: " and ")), \(report.trials) trials, \(Int(result.seconds.rounded())) s"
        var lines = [line]
        if report.random > 0 {
            let last = report.seed &+ UInt64(report.random - 1)
            lines.append(
                style.dim(
                    "Random payloads have the seeds \(report.seed) to \(last); suites and paddings take turns."))
        }
        return lines
    }

    private func shown(_ text: String) -> String { text.showingControls(keepingLineFeeds: false) }

    /// A shrunk payload may still be long; the JSON report contains it in full.
    private func abridged(_ text: String) -> String { text.truncated(to: 400) }
}
