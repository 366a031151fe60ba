import PushOpener
import PushPayload
import PushSealer
import SealedEnvelope
import StrictJSON

extension Law {
    /// Whoever changes what travels in the clear is noticed, and adds nothing.
    public static let changedVisiblePartNotDelivered = Law(
        "changedVisiblePartNotDelivered",
        "a member added, changed or removed in the clear is reported; nothing of it is delivered, and all that was sealed is"
    ) { trial in
        guard trial.sealing.options.protectsVisiblePart else {
            throw Inapplicable("the visible part is not protected")
        }
        let sealedPart = trial.target.absent(from: trial.visible).withoutEmptyObjects
        var changes: [(String, JSONObject)] = []
        func change(_ what: String, _ edit: (inout JSONObject) -> Void) {
            var body = trial.body
            edit(&body)
            if body != trial.body { changes.append((what, body)) }
        }
        change("a member added") { $0[trial.freeName] = "injected" }
        change("a null added") { $0[trial.freeName] = .null }
        change("a member added to aps") { $0[PayloadPath("aps", "injected")] = "injected" }
        change("a number in the clear that no library keeps") { $0[trial.freeName] = 0.1 }
        change("the alert replaced") { $0[PayloadPath("aps", "alert")] = ["title": "injected"] }
        change("the alert taken away") { $0[PayloadPath("aps", "alert")] = nil }
        change("aps taken away") { $0["aps"] = nil }
        change("aps made a list") { $0["aps"] = [] }
        for (what, body) in changes {
            let opened: Halves.Opened
            do {
                opened = try await trial.open(body.serialized())
            } catch let refusal as Refusal {
                throw Violation("\(what): refused as \(refusal.code), where it was to be reported")
            }
            guard opened.visiblePart == .changed else {
                throw Violation("\(what): the visible part is said to be \(opened.visiblePart)")
            }
            var expected = sealedPart
            if body[PayloadPath("aps", "mutable-content")] == 1 {
                expected[PayloadPath("aps", "mutable-content")] = 1
            }
            if let difference = Difference(from: expected, to: opened.payload.root.withoutEmptyObjects) {
                throw Violation("\(what): \(difference)")
            }
        }
        return changes.count
    }

    /// A JSON library on the way may write the body anew.
    public static let rewritingHarmless = Law(
        "rewritingHarmless",
        "order, white space, escapes and the spelling of numbers may change on the way without a trace"
    ) { trial in
        let rewritings: [(String, JSONRewriting)] = [
            ("order", JSONRewriting(reversesMembers: true)),
            ("white space", JSONRewriting(spaces: " \t\r\n")),
            ("escapes", JSONRewriting(escapesAll: true)),
            ("numbers", JSONRewriting(respellsNumbers: true)),
            (
                "everything",
                JSONRewriting(reversesMembers: true, spaces: "\n  ", escapesAll: true, respellsNumbers: true)
            ),
        ]
        for (what, rewriting) in rewritings {
            let opened: Halves.Opened
            do {
                opened = try await trial.open(rewriting.text(of: trial.body))
            } catch let refusal as Refusal {
                throw Violation("\(what) rewritten: refused as \(refusal.code)")
            }
            guard opened.visiblePart == (trial.sealing.options.protectsVisiblePart ? .verified : .unprotected) else {
                throw Violation("\(what) rewritten: the visible part is said to be \(opened.visiblePart)")
            }
            // Of a number in the clear the value is kept, not the text (wire format §9.4).
            let difference = Difference(from: trial.target, to: opened.payload.root) { left, right in
                left == right || rewriting.respellsNumbers && left.decimal == right.decimal
            }
            if let difference { throw Violation("\(what) rewritten: \(difference)") }
        }
        return rewritings.count
    }
}

extension JSONObject {
    /// What is not in another object, or other there: what must have been sealed.
    fileprivate func absent(from visible: JSONObject) -> JSONObject {
        var rest = JSONObject()
        for member in self {
            switch (member.value, visible[member.name]) {
            case (.object(let value), .object(let other)):
                rest[member.name] = .object(value.absent(from: other))
            case (let value, let other):
                if value != other { rest[member.name] = value }
            }
        }
        return rest
    }

    /// Without objects that hold nothing: a merge patch may leave them behind where it took something away.
    fileprivate var withoutEmptyObjects: JSONObject {
        var rest = JSONObject()
        for member in self {
            guard let object = member.value.objectValue else {
                rest[member.name] = member.value
                continue
            }
            let inner = object.withoutEmptyObjects
            if !inner.isEmpty { rest[member.name] = .object(inner) }
        }
        return rest
    }
}
