import PushSealer
import StrictJSON

/// The number of bytes of content that still fit, in each suite.
struct BudgetReport: Report {
    let budgets: [ByteBudget]
    let style: Style

    var lines: [String] {
        guard let first = budgets.first else { return [] }
        var table = Table(heading: ["suite", "in the clear", "content", "body", "left"])
        for budget in budgets {
            table.rows.append([
                budget.suite.name, String(budget.visibleByteCount), String(budget.contentByteCount),
                String(budget.bodyByteCount), String(budget.bytesLeft),
            ])
        }
        let title = "push type \(first.pushType.rawValue), at most \(first.limit) bytes of body"
        return [style.bold(title)] + table.lines(style)
    }

    var json: JSONObject {
        [
            "budget": .array(
                budgets.map { budget in
                    [
                        "suite": .string(budget.suite.name), "pushType": .string(budget.pushType.rawValue),
                        "limit": .number(JSONNumber(budget.limit)),
                        "visible": .number(JSONNumber(budget.visibleByteCount)),
                        "content": .number(JSONNumber(budget.contentByteCount)),
                        "body": .number(JSONNumber(budget.bodyByteCount)),
                        "left": .number(JSONNumber(budget.bytesLeft)),
                    ]
                })
        ]
    }
}
