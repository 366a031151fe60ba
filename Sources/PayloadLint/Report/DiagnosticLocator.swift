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
        let diagnostics = breaches.map { rule, severity, breach in
            Diagnostic(
                rule: rule, severity: severity, message: breach.message ?? rule.summary,
                location: location(of: breach))
        }
        let offsets = diagnostics.map { diagnostic in
            if case .payload(let position) = diagnostic.location { position.range.lowerBound } else { Int.max }
        }
        return diagnostics.indices.sorted { (offsets[$0], $0) < (offsets[$1], $1) }.map { diagnostics[$0] }
    }

    private func location(of breach: Breach) -> Diagnostic.Location {
        switch breach {
        case .header(let name, _): .header(name)
        case .bytes(let range, let pointer, _): .payload(position(pointer, range))
        case .value(let path, _): .payload(position(Self.pointer(path), found(path)?.value ?? 0..<0))
        case .name(let path, _): .payload(position(Self.pointer(path), found(path)?.name ?? 0..<0))
        }
    }

    private func position(_ pointer: String, _ range: Range<Int>) -> Diagnostic.Position {
        let line = lineStarts.lastIndex { $0 <= range.lowerBound } ?? 0
        return Diagnostic.Position(
            pointer: pointer, range: range, line: line + 1, column: range.lowerBound - lineStarts[line] + 1)
    }

    private func found(_ path: [String]) -> (name: Range<Int>?, value: Range<Int>)? {
        var indices: [Int] = []
        var value = JSONValue.object(push.payload?.root ?? [:])
        for step in path {
            if let elements = value.arrayValue {
                guard let index = Int(step), elements.indices.contains(index) else { return nil }
                indices.append(index)
                value = elements[index]
            } else {
                guard let members = value.objectValue?.members,
                    let index = members.firstIndex(where: { $0.name.hasSameBytes(as: step) })
                else { return nil }
                indices.append(index)
                value = members[index].value
            }
        }
        return positions?[indices].map { ($0.name, $0.value) }
    }

    private static func pointer(_ path: [String]) -> String {
        path.map { "/" + JSONPointer.escape($0) }.joined()
    }
}
