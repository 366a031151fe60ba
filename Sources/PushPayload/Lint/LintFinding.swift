import StrictJSON

/// One step of the way to a value.
enum LintStep: ExpressibleByStringLiteral {
    case name(String)
    case index(Int)

    init(stringLiteral name: String) { self = .name(name) }

    var text: String {
        switch self {
        case .name(let name): name
        case .index(let index): String(index)
        }
    }
}

/// A breach, before its place in the text is known.
struct LintFinding {
    enum Focus {
        case value([LintStep])
        case name([LintStep])
        /// The bytes from an offset on.
        case from(Int)
        case header(String)
    }

    let rule: LintRule
    let severity: LintSeverity
    let message: String
    let focus: Focus
}

/// Turns findings into diagnostics; the positions of the text are found only when there is something to point at.
struct LintLocator {
    let root: JSONObject
    let text: [UInt8]
    let positions: JSONPositions?

    init(root: JSONObject, text: [UInt8]) {
        self.root = root
        self.text = text
        positions = try? JSONPositions(parsing: text)
    }

    func diagnostics(for findings: [LintFinding]) -> [Diagnostic] {
        let placed = findings.map { finding in
            Diagnostic(
                rule: finding.rule, severity: finding.severity, message: finding.message,
                place: place(of: finding.focus))
        }
        return placed.enumerated()
            .sorted { (Self.order($0.element), $0.offset) < (Self.order($1.element), $1.offset) }
            .map(\.element)
    }

    private static func order(_ diagnostic: Diagnostic) -> Int {
        if case .payload(let location) = diagnostic.place { location.range.lowerBound } else { .max }
    }

    private func place(of focus: LintFinding.Focus) -> Diagnostic.Place {
        switch focus {
        case .header(let name):
            return .header(name)
        case .from(let offset):
            return .payload(location("", min(offset, text.count)..<text.count))
        case .value(let steps):
            return .payload(location(Self.pointer(steps), found(steps)?.value ?? 0..<0))
        case .name(let steps):
            let found = found(steps)
            return .payload(location(Self.pointer(steps), found?.name ?? found?.value ?? 0..<0))
        }
    }

    private func location(_ pointer: String, _ range: Range<Int>) -> Diagnostic.Location {
        let before = text[..<range.lowerBound]
        let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        return Diagnostic.Location(
            pointer: pointer, range: range, line: before.count { $0 == 0x0A } + 1,
            column: range.lowerBound - lineStart + 1)
    }

    private func found(_ steps: [LintStep]) -> JSONPositions.Position? {
        var indices: [Int] = []
        var value = JSONValue.object(root)
        for step in steps {
            switch step {
            case .name(let name):
                guard let members = value.objectValue?.members,
                    let index = members.firstIndex(where: { $0.name.utf8.elementsEqual(name.utf8) })
                else { return nil }
                indices.append(index)
                value = members[index].value
            case .index(let index):
                guard let elements = value.arrayValue, elements.indices.contains(index) else { return nil }
                indices.append(index)
                value = elements[index]
            }
        }
        return positions?[indices]
    }

    private static func pointer(_ steps: [LintStep]) -> String {
        steps.map { "/" + JSONPointer.escape($0.text) }.joined()
    }
}
