import PushSealer
import StrictJSON

/// The number of bytes of content that still fit, in each suite.
struct BudgetReport: Report {
    let budgets: [ByteBudget]
    let style: Style

    var lines: [String] {
        guard let first = budgets.first else { return [] }
        let rows = budgets.map { budget in
            let sizes = [budget.visibleByteCount, budget.contentByteCount, budget.bodyByteCount, budget.bytesLeft]
            return [budget.suite.name] + sizes.map(String.init)
        }
        let table = Table(heading: ["suite", "in the clear", "content", "body", "left"], rows: rows)
        let title = "push type \(first.pushType.rawValue), at most \(first.limit) bytes of body"
        return [style.bold(title)] + table.lines(style)
    }

    var json: JSONObject {
        let budgets = budgets.map { budget -> JSONValue in
            [
                "suite": .string(budget.suite.name), "pushType": .string(budget.pushType.rawValue),
                "limit": .integer(budget.limit), "visible": .integer(budget.visibleByteCount),
                "content": .integer(budget.contentByteCount), "body": .integer(budget.bodyByteCount),
                "left": .integer(budget.bytesLeft),
            ]
        }
        return ["budget": .array(budgets)]
    }
}
