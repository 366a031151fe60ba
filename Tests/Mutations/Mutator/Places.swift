import SwiftSyntax

/// Questions about a place in the syntax tree.
extension SyntaxProtocol {
    /// The text without comments and line breaks.
    var shortText: String {
        tokens(viewMode: .sourceAccurate)
            .map { token in
                let space =
                    token.leadingTrivia.isEmpty
                    && token.previousToken(viewMode: .sourceAccurate)?.trailingTrivia.isEmpty != false
                return (space ? "" : " ") + token.text
            }
            .joined()
            .trimmed
    }

    /// The names of the types and of the function or property around the place.
    var declarationName: String {
        var names: [String] = []
        var node = parent
        while let current = node {
            if let function = current.as(FunctionDeclSyntax.self) {
                names.append(function.name.text)
            } else if current.is(InitializerDeclSyntax.self) {
                names.append("init")
            } else if current.is(SubscriptDeclSyntax.self) {
                names.append("subscript")
            } else if let binding = current.as(PatternBindingSyntax.self), binding.isMember {
                names.append(binding.pattern.trimmedDescription)
            } else if let type = current.asProtocol((any NamedDeclSyntax).self),
                current.isProtocol((any DeclGroupSyntax).self)
            {
                names.append(type.name.text)
            } else if let type = current.as(ExtensionDeclSyntax.self) {
                names.append(type.extendedType.trimmedDescription)
            }
            node = current.parent
        }
        return names.reversed().joined(separator: ".")
    }
}

extension PatternBindingSyntax {
    /// Whether it declares a property or a global, not a variable of a function.
    fileprivate var isMember: Bool {
        var node = parent?.parent?.parent
        if node?.is(CodeBlockItemSyntax.self) == true { node = node?.parent?.parent }
        return node?.is(MemberBlockItemSyntax.self) == true || node?.is(SourceFileSyntax.self) == true
    }
}

extension String {
    fileprivate var trimmed: String {
        var text = self[...]
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}

extension ExprSyntax {
    /// The expression inside parentheses, `try`, `await` and `unsafe`.
    var core: ExprSyntax {
        if let tuple = self.as(TupleExprSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first {
            only.expression.core
        } else if let expression = self.as(TryExprSyntax.self), expression.questionOrExclamationMark == nil {
            expression.expression.core
        } else if let expression = self.as(UnsafeExprSyntax.self) {
            expression.expression.core
        } else if let expression = self.as(AwaitExprSyntax.self) {
            expression.expression.core
        } else {
            self
        }
    }

    /// The operator of an expression with two operands.
    var infixOperator: String? {
        self.as(InfixOperatorExprSyntax.self)?.operator.as(BinaryOperatorExprSyntax.self)?.operator.text
    }

    /// Whether its value is known to be a `Bool` from its form.
    var isComparison: Bool {
        if let prefix = self.as(PrefixOperatorExprSyntax.self) { return prefix.operator.text == "!" }
        return infixOperator.map { ["==", "!=", "<", "<=", ">", ">=", "===", "!==", "&&", "||"].contains($0) } ?? false
    }

    /// Whether evaluating it twice may have another effect than evaluating it once.
    var hasCalls: Bool {
        tokens(viewMode: .sourceAccurate).contains {
            $0.tokenKind == .leftParen || $0.tokenKind == .leftBrace || $0.text == "try"
        }
    }
}

extension ConditionElementListSyntax {
    /// Whether `#available` is one of the conditions; it is true in this build, since no Linux is too old.
    var askForSystem: Bool { contains { $0.condition.is(AvailabilityConditionSyntax.self) } }
}

extension Syntax {
    /// Whether this is the branch that is taken where `#available` is false.
    var isForOlderSystems: Bool {
        if let owner = parent?.as(GuardStmtSyntax.self) { return owner.body.id == id && owner.conditions.askForSystem }
        if let owner = parent?.as(IfExprSyntax.self) {
            return owner.elseBody?.id == id && owner.conditions.askForSystem
        }
        return false
    }
}

extension CodeBlockItemSyntax {
    /// Whether the value of this item is the result of a function or property of type `Bool`.
    var isBoolResult: Bool {
        guard let list = parent?.as(CodeBlockItemListSyntax.self), list.count == 1, let holder = list.parent else {
            return false
        }
        if let body = holder.as(CodeBlockSyntax.self), let owner = body.parent {
            return owner.is(IfExprSyntax.self) ? owner.isBoolResult : owner.returnsBool
        }
        if holder.is(AccessorBlockSyntax.self) { return holder.returnsBool }
        if let list = holder.as(SwitchCaseSyntax.self)?.parent, let expression = list.parent {
            return expression.isBoolResult
        }
        return false
    }
}

extension Syntax {
    /// Whether the value of this `if` or `switch` is the result of a function or property of type `Bool`.
    fileprivate var isBoolResult: Bool {
        if let outer = parent, outer.is(IfExprSyntax.self), self.is(IfExprSyntax.self) { return outer.isBoolResult }
        if let result = parent?.as(ReturnStmtSyntax.self) { return result.isBoolResult }
        let item = parent?.as(ExpressionStmtSyntax.self)?.parent ?? parent
        return item?.as(CodeBlockItemSyntax.self)?.isBoolResult ?? false
    }

    /// Whether this is a function, accessor or property of type `Bool`.
    fileprivate var returnsBool: Bool {
        if let function = self.as(FunctionDeclSyntax.self) {
            return function.signature.returnClause?.type.trimmedDescription == "Bool"
        }
        if let accessor = self.as(AccessorDeclSyntax.self) {
            return accessor.accessorSpecifier.text == "get" && accessor.parent?.parent?.returnsBool == true
        }
        if let binding = parent?.as(PatternBindingSyntax.self), self.is(AccessorBlockSyntax.self) {
            return binding.typeAnnotation?.type.trimmedDescription == "Bool"
        }
        return false
    }
}

extension ReturnStmtSyntax {
    /// Whether it returns the result of a function or property of type `Bool`.
    var isBoolResult: Bool {
        var node = parent
        while let current = node {
            if current.is(ClosureExprSyntax.self) { return false }
            if current.is(FunctionDeclSyntax.self) || current.is(AccessorDeclSyntax.self)
                || current.is(AccessorBlockSyntax.self)
            {
                return current.returnsBool
            }
            node = current.parent
        }
        return false
    }
}
