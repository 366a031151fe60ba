import PushPayload
import StrictJSON

/// The positions of breaches in the text of a push.
struct DiagnosticLocator {
    private let push: LintedPush
    private let positions: JSONPositions?
    /// The offset of the first byte of each line.
    private let lineStarts: [Int]

    init(_ push: LintedPush) {
        self.push = push
        positions = try? JSONPositions(parsing: push.text)
        lineStarts = [0] + push.text.indices.filter { push.text[$0] == 0x0A }.map { $0 + 1 }
    }

    /// Returns the diagnostics of breaches: in the order of the text, then in the order of the rules, headers last.
    func diagnostics(for breaches: [(rule: LintRule, severity: LintSeverity, breach: Breach)]) -> [Diagnostic] {
        let paths = breaches.enumerated().compactMap { index, element in
            element.breach.path.map { (breach: index, rest: $0[...]) }
        }
        var found: [Int: JSONPositions.Position] = [:]
        find(paths, in: .object(push.payload?.root ?? [:]), at: [], found: &found)
        let diagnostics = breaches.enumerated().map { index, element in
            Diagnostic(
                rule: element.rule, severity: element.severity, message: element.breach.message ?? element.rule.summary,
                location: location(of: element.breach, at: found[index]))
        }
        let offsets = diagnostics.map { diagnostic in
            if case .payload(let position) = diagnostic.location { position.range.lowerBound } else { Int.max }
        }
        return diagnostics.indices.sorted { (offsets[$0], $0) < (offsets[$1], $1) }.map { diagnostics[$0] }
    }

    private func location(of breach: Breach, at found: JSONPositions.Position?) -> Diagnostic.Location {
        switch breach {
        case .header(let name, _): .header(name)
        case .bytes(let range, let pointer, _): .payload(position(pointer, range))
        case .value(let path, _): .payload(position(Self.pointer(path), found?.value ?? 0..<0))
        case .name(let path, _): .payload(position(Self.pointer(path), found?.name ?? 0..<0))
        }
    }

    private func position(_ pointer: String, _ range: Range<Int>) -> Diagnostic.Position {
        let line = max(0, lineStarts.count(below: range.lowerBound + 1) - 1)
        return Diagnostic.Position(
            pointer: pointer, range: range, line: line + 1, column: range.lowerBound - lineStarts[line] + 1)
    }

    /// Finds the values at some paths, each with the number of its breach, below a value.
    ///
    /// The members of each object are read once, whatever the number of paths through it.
    private func find(
        _ paths: [(breach: Int, rest: ArraySlice<String>)], in value: JSONValue, at indices: [Int],
        found: inout [Int: JSONPositions.Position]
    ) {
        for path in paths where path.rest.isEmpty { found[path.breach] = positions?[indices] }
        let inside = paths.filter { !$0.rest.isEmpty }
        if inside.isEmpty { return }
        switch value {
        case .array(let elements):
            for (step, paths) in Dictionary(grouping: inside, by: { Int($0.rest.first ?? "") }) {
                guard let step, elements.indices.contains(step) else { continue }
                find(
                    paths.map { ($0.breach, $0.rest.dropFirst()) }, in: elements[step], at: indices + [step],
                    found: &found)
            }
        case .object(let object):
            // Names are compared by their bytes.
            let groups = Dictionary(grouping: inside) { PayloadPath($0.rest.first ?? "") }
            for (index, member) in object.members.enumerated() {
                guard let paths = groups[PayloadPath(member.name)] else { continue }
                find(
                    paths.map { ($0.breach, $0.rest.dropFirst()) }, in: member.value, at: indices + [index],
                    found: &found)
            }
        case .null, .bool, .number, .string: break
        }
    }

    private static func pointer(_ path: [String]) -> String {
        path.map { "/" + JSONPointer.escape($0) }.joined()
    }
}
