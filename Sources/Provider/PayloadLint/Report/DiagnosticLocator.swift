import PushPayload
import StrictJSON

/// The positions of breaches in the text of a push.
struct DiagnosticLocator {
    private let positions: JSONPositions?
    /// The offset of the first byte of each line.
    private let lineStarts: [Int]

    init(_ text: [UInt8]) {
        positions = try? JSONPositions(parsing: text)
        lineStarts = [0] + text.indices.filter { text[$0] == 0x0A }.map { $0 + 1 }
    }

    /// Returns the diagnostics of breaches: in the order of the text, then in the order of the rules, headers last.
    func diagnostics(for breaches: [(rule: LintRule, severity: LintSeverity, breach: Breach)]) -> [Diagnostic] {
        let diagnostics = breaches.map { rule, severity, breach in
            Diagnostic(
                rule: rule, severity: severity, message: breach.message ?? rule.summary, location: location(of: breach))
        }
        let offsets = diagnostics.map { diagnostic in
            if case .payload(_, let bytes, _, _) = diagnostic.location { bytes.lowerBound } else { Int.max }
        }
        return diagnostics.indices.sorted { (offsets[$0], $0) < (offsets[$1], $1) }.map { diagnostics[$0] }
    }

    private func location(of breach: Breach) -> Diagnostic.Location {
        switch breach {
        case .header(let name, _): .header(name)
        case .bytes(let range, let pointer, _): location(pointer, range)
        case .value(let path, _): location(JSONPointer.text(of: path), positions?[path]?.value)
        case .name(let path, _): location(JSONPointer.text(of: path), positions?[path]?.name)
        }
    }

    private func location(_ pointer: String, _ range: Range<Int>?) -> Diagnostic.Location {
        let range = range ?? 0..<0
        // The number of lines that start at or before the first byte, by binary search.
        var (line, end) = (0, lineStarts.count)
        while line < end {
            let middle = (line + end) / 2
            if lineStarts[middle] <= range.lowerBound { line = middle + 1 } else { end = middle }
        }
        return .payload(
            pointer: pointer, bytes: range, line: line, column: range.lowerBound - lineStarts[line - 1] + 1)
    }
}
