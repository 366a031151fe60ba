import SwiftSyntax
import SwiftSyntaxBuilder

/// Gives each place of a file that decides something its mutants, all of them in one text; README.md lists the kinds.
final class Mutator: SyntaxRewriter {
    private(set) var mutants: [Mutant] = []
    private let file: String
    private let firstNumber: Int
    private let converter: SourceLocationConverter
    /// The places whose mutants an outer place has made.
    private var covered: Set<SyntaxIdentifier> = []

    init(file: String, firstNumber: Int, tree: SourceFileSyntax) {
        self.file = file
        self.firstNumber = firstNumber
        converter = SourceLocationConverter(fileName: file, tree: tree)
    }

    /// Functions with a condition as a closure.
    private static let searches: Set<String> = [
        "allSatisfy", "contains", "drop", "filter", "first", "firstIndex", "last", "lastIndex", "prefix", "removeAll",
    ]
    /// Functions with an order as a closure.
    private static let sorts: Set<String> = ["sort", "sorted"]
    /// The condition of a mistake of the programmer, which ends the process, is not tested.
    private static let traps: Set<String> = [
        "assert", "assertionFailure", "fatalError", "precondition", "preconditionFailure",
    ]
    private static let boundaries = ["<": "<=", "<=": "<", ">": ">=", ">=": ">"]

    private func add(_ node: some SyntaxProtocol, _ original: String? = nil, to mutated: String) -> Int {
        let number = firstNumber + mutants.count
        let line = converter.location(for: node.positionAfterSkippingLeadingTrivia).line
        mutants.append(
            Mutant(
                number: number, file: file, line: line, declaration: node.declarationName,
                original: original ?? node.shortText, mutated: mutated))
        return number
    }

    // MARK: - Conditions

    /// Returns `new`, the mutated form of the condition `old`, with the mutants that take it as true or false.
    ///
    /// The operands of `&&` are taken as true one by one, which every test fails that fails when the whole is true; and `||` alike.
    private func decide(_ old: ExprSyntax, _ new: ExprSyntax, asTrue: Bool = true, asFalse: Bool = true) -> ExprSyntax {
        let core = old.core
        guard !isByHand(core) else { return new }
        let literal = core.as(BooleanLiteralExprSyntax.self)?.literal.text
        let asTrue = asTrue && literal != "true" && core.infixOperator != "&&"
        let asFalse = asFalse && literal != "false" && core.infixOperator != "||"
        let text = new.trimmedDescription
        let call: String
        switch (asTrue, asFalse) {
        case (true, true):
            let number = add(old, to: "true")
            _ = add(old, to: "false")
            call = "mutant_either(\(number), \(text))"
        case (true, false): call = "mutant_true(\(add(old, to: "true")), \(text))"
        case (false, true): call = "mutant_false(\(add(old, to: "false")), \(text))"
        case (false, false): return new
        }
        return replace(new, call)
    }

    private func replace(_ node: ExprSyntax, _ text: String) -> ExprSyntax {
        ExprSyntax(stringLiteral: text).with(\.leadingTrivia, node.leadingTrivia).with(
            \.trailingTrivia, node.trailingTrivia)
    }

    private func isByHand(_ expression: ExprSyntax) -> Bool {
        expression.as(FunctionCallExprSyntax.self)?.calledExpression.trimmedDescription == "mutant"
            || (expression.as(PrefixOperatorExprSyntax.self)?.expression).map(isByHand) == true
    }

    private func cover(_ expression: ExprSyntax) { covered.insert(expression.core.id) }

    override func visit(_ node: InfixOperatorExprSyntax) -> ExprSyntax {
        let old = ExprSyntax(node)
        guard let name = old.infixOperator else { return super.visit(node) }
        let isCovered = covered.contains(node.id)
        if name == "&&" || name == "||" {
            cover(node.leftOperand)
            cover(node.rightOperand)
            var new = node
            new.leftOperand = operand(node.leftOperand, of: name)
            new.rightOperand = operand(node.rightOperand, of: name)
            return isCovered ? ExprSyntax(new) : decide(old, ExprSyntax(new))
        }
        var new = super.visit(node)
        if !orders.contains(node.id), let boundary = Self.boundaries[name],
            let changed = new.as(InfixOperatorExprSyntax.self)
        {
            let (left, right) = (changed.leftOperand.trimmedDescription, changed.rightOperand.trimmedDescription)
            let mutated = "\(node.leftOperand.shortText) \(boundary) \(node.rightOperand.shortText)"
            let number = add(node, to: mutated)
            let text =
                old.hasCalls
                ? "(mutant(\(number)) ? \(left) \(boundary) \(right) : \(left) \(name) \(right))"
                : "mutant_other(\(number), \(left) \(name) \(right), \(left) \(boundary) \(right))"
            new = replace(new, text)
        }
        return !isCovered && old.isComparison ? decide(old, new) : new
    }

    private func operand(_ old: ExprSyntax, of name: String) -> ExprSyntax {
        // `a && b && c` is `(a && b) && c`, whose first operand has mutants for each of its operands.
        decide(old, visit(old), asTrue: name == "&&", asFalse: name == "||")
    }

    override func visit(_ node: PrefixOperatorExprSyntax) -> ExprSyntax {
        let isCovered = covered.contains(node.id)
        let new = super.visit(node)
        return !isCovered && node.operator.text == "!" ? decide(ExprSyntax(node), new) : new
    }

    override func visit(_ node: TernaryExprSyntax) -> ExprSyntax {
        if isByHand(node.condition) {
            return ExprSyntax(
                node.with(\.condition, visit(node.condition)).with(\.elseExpression, visit(node.elseExpression)))
        }
        cover(node.condition)
        guard var new = super.visit(node).as(TernaryExprSyntax.self) else { return ExprSyntax(node) }
        new.condition = decide(node.condition, new.condition)
        return ExprSyntax(new)
    }

    /// The condition of an `#if` stays, and so does the branch for an older system than `#available` names.
    override func visitAny(_ node: Syntax) -> Syntax? {
        let isCondition = node.parent?.as(IfConfigClauseSyntax.self)?.condition?.id == node.id
        return isCondition || node.isForOlderSystems ? node : nil
    }

    override func visit(_ node: WhereClauseSyntax) -> WhereClauseSyntax {
        cover(node.condition)
        var new = super.visit(node)
        new.condition = decide(node.condition, new.condition)
        return new
    }

    override func visit(_ node: RepeatStmtSyntax) -> StmtSyntax {
        cover(node.condition)
        guard var new = super.visit(node).as(RepeatStmtSyntax.self) else { return StmtSyntax(node) }
        new.condition = decide(node.condition, new.condition, asTrue: false)
        return StmtSyntax(new)
    }

    // MARK: - Statements with conditions

    override func visit(_ node: GuardStmtSyntax) -> StmtSyntax {
        cover(node.conditions)
        guard var new = super.visit(node).as(GuardStmtSyntax.self) else { return StmtSyntax(node) }
        new.conditions = conditions(node.conditions, new.conditions, asTrue: true)
        return StmtSyntax(new)
    }

    override func visit(_ node: IfExprSyntax) -> ExprSyntax {
        if case .expression(let only)? = node.conditions.first?.condition, only.is(FunctionCallExprSyntax.self),
            isByHand(only)
        {
            return ExprSyntax(
                node.with(\.conditions, visit(node.conditions)).with(\.elseBody, node.elseBody.map(visit)))
        }
        cover(node.conditions)
        guard var new = super.visit(node).as(IfExprSyntax.self) else { return ExprSyntax(node) }
        new.conditions = conditions(node.conditions, new.conditions, asTrue: true, never: "if")
        return ExprSyntax(new)
    }

    override func visit(_ node: WhileStmtSyntax) -> StmtSyntax {
        // `while true` that ends does not return.
        if case .expression(let only)? = node.conditions.first?.condition, only.is(BooleanLiteralExprSyntax.self) {
            return super.visit(node)
        }
        cover(node.conditions)
        guard var new = super.visit(node).as(WhileStmtSyntax.self) else { return StmtSyntax(node) }
        new.conditions = conditions(node.conditions, new.conditions, asTrue: false, never: "while")
        return StmtSyntax(new)
    }

    private func cover(_ conditions: ConditionElementListSyntax) {
        for case .expression(let expression) in conditions.map(\.condition) { cover(expression) }
    }

    /// Takes each condition as true, and with a keyword `never` all of them together as false.
    private func conditions(
        _ old: ConditionElementListSyntax, _ new: ConditionElementListSyntax, asTrue: Bool, never: String? = nil
    ) -> ConditionElementListSyntax {
        var elements = Array(new)
        for (index, element) in old.enumerated() {
            guard case .expression(let expression) = element.condition,
                case .expression(let changed) = elements[index].condition
            else { continue }
            if isByHand(expression.core) { return new }
            elements[index].condition = .expression(decide(expression, changed, asTrue: asTrue, asFalse: false))
        }
        guard let never, !old.askForSystem, let last = elements.last else {
            return ConditionElementListSyntax(elements)
        }
        if elements.count == 1, case .expression(let only)? = old.first?.condition, only.core.infixOperator == "||" {
            return ConditionElementListSyntax(elements)
        }
        let number = add(old, "\(never) \(old.shortText)", to: "\(never) false")
        elements[elements.count - 1].trailingComma = .commaToken(trailingTrivia: .space)
        elements[elements.count - 1].trailingTrivia = .space
        let condition = replace("true", "mutant_off(\(number))").with(\.trailingTrivia, last.trailingTrivia)
        elements.append(ConditionElementSyntax(condition: .expression(condition)))
        return ConditionElementListSyntax(elements)
    }

    // MARK: - Calls

    override func visit(_ node: FunctionCallExprSyntax) -> ExprSyntax {
        let name = node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text
        if let name, Self.traps.contains(name) { return ExprSyntax(node) }
        if name == "mutant", let label = node.arguments.first?.expression.as(StringLiteralExprSyntax.self) {
            return replace(ExprSyntax(node), "mutant(\(add(node, "by hand", to: label.segments.trimmedDescription)))")
        }
        guard let function = node.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text,
            Self.searches.contains(function) || Self.sorts.contains(function)
        else { return super.visit(node) }
        let closures = [node.trailingClosure] + node.arguments.map { $0.expression.as(ClosureExprSyntax.self) }
        for closure in closures {
            guard let closure, closure.statements.count == 1, case .expr(let only)? = closure.statements.first?.item
            else { continue }
            if Self.sorts.contains(function) {
                orders.insert(only.core.id)
            } else {
                cover(only)
                searchConditions.insert(closure.id)
            }
        }
        return super.visit(node)
    }

    /// The comparisons that are orders.
    private var orders: Set<SyntaxIdentifier> = []
    /// The closures that are conditions of a search.
    private var searchConditions: Set<SyntaxIdentifier> = []

    override func visit(_ node: ClosureExprSyntax) -> ExprSyntax {
        let isCondition = searchConditions.contains(node.id)
        guard var new = super.visit(node).as(ClosureExprSyntax.self) else { return ExprSyntax(node) }
        if isCondition, case .expr(let old)? = node.statements.first?.item,
            case .expr(let changed)? = new.statements.first?.item,
            var item = new.statements.first
        {
            item.item = .expr(decide(old, changed))
            new.statements = [item]
        }
        return ExprSyntax(new)
    }

    // MARK: - Results and statements

    override func visit(_ node: ReturnStmtSyntax) -> StmtSyntax {
        guard node.isBoolResult, let old = node.expression else { return super.visit(node) }
        cover(old)
        guard var new = super.visit(node).as(ReturnStmtSyntax.self), let changed = new.expression else {
            return StmtSyntax(node)
        }
        if !old.is(SwitchExprSyntax.self), !old.is(IfExprSyntax.self) { new.expression = decide(old, changed) }
        return StmtSyntax(new)
    }

    override func visit(_ node: CodeBlockItemSyntax) -> CodeBlockItemSyntax {
        guard case .expr(let old) = node.item else { return super.visit(node) }
        if node.isBoolResult {
            cover(old)
            var new = super.visit(node)
            if case .expr(let changed) = new.item, !old.is(SwitchExprSyntax.self), !old.is(IfExprSyntax.self) {
                new.item = .expr(decide(old, changed))
            }
            return new
        }
        guard isCheck(old), let list = node.parent?.as(CodeBlockItemListSyntax.self),
            list.count > 1 || list.isBodyWithoutResult
        else { return super.visit(node) }
        let new = super.visit(node)
        let number = add(old, to: "removed")
        let text = "if mutant_off(\(number)) { \(new.item.trimmedDescription) }"
        return CodeBlockItemSyntax(stringLiteral: text).with(\.leadingTrivia, new.leadingTrivia)
            .with(\.trailingTrivia, new.trailingTrivia)
    }

    /// Whether it is a call that can throw and whose result is not used.
    private func isCheck(_ expression: ExprSyntax) -> Bool {
        var expression = expression
        if let assignment = expression.as(InfixOperatorExprSyntax.self),
            assignment.operator.is(AssignmentExprSyntax.self)
        {
            guard assignment.leftOperand.is(DiscardAssignmentExprSyntax.self) else { return false }
            expression = assignment.rightOperand
        }
        guard let call = expression.as(TryExprSyntax.self), call.questionOrExclamationMark == nil,
            let function = call.expression.core.as(FunctionCallExprSyntax.self)
        else { return false }
        return function.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text != "init"
    }

    override func visit(_ node: InitializerClauseSyntax) -> InitializerClauseSyntax {
        var new = super.visit(node)
        if node.value.is(BooleanLiteralExprSyntax.self) { new.value = decide(node.value, new.value) }
        return new
    }
}

extension CodeBlockItemListSyntax {
    /// Whether it is the body of a function without result, in which the value of a single expression is not returned.
    fileprivate var isBodyWithoutResult: Bool {
        guard let owner = parent?.as(CodeBlockSyntax.self)?.parent else { return false }
        if let function = owner.as(FunctionDeclSyntax.self) { return function.signature.returnClause == nil }
        if owner.is(IfExprSyntax.self) { return owner.isStatement }
        return owner.is(InitializerDeclSyntax.self) || owner.is(ForStmtSyntax.self) || owner.is(WhileStmtSyntax.self)
    }
}

extension Syntax {
    /// Whether this `if` has no value.
    fileprivate var isStatement: Bool {
        if let outer = parent, outer.is(IfExprSyntax.self) { return outer.isStatement }
        guard let item = parent?.parent?.as(CodeBlockItemSyntax.self), parent?.is(ExpressionStmtSyntax.self) == true
        else { return false }
        return item.parent?.as(CodeBlockItemListSyntax.self).map { $0.count > 1 || $0.isBodyWithoutResult } ?? false
    }
}
