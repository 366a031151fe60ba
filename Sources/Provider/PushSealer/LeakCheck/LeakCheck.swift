import PushPayload
import SealedEnvelope
import StrictJSON

/// Looks for sealed text in the visible part and in the headers.
///
/// ``VisibleTexts`` says which texts count. A value that the visible part holds at the same path is in the clear on purpose.
/// Topic, push type, priority and expiration are not searched: they are the same for every push of their kind.
struct LeakCheck {
    private let parts: [SealPlan.Part]
    private let body: JSONObject
    private let visible: VisibleTexts
    private let allowed: [PathRest]

    /// The names of an allowed path after those that lead to a value; empty if it leads to the value or to one around it.
    private typealias PathRest = ArraySlice<UTF8Text>

    /// Creates the check of a push that fits: the cost is bounded by the product of the two sizes.
    init(of plan: borrowing SealPlan, headers: PushHeaders, allowing allowed: [PayloadPath]) {
        (parts, body) = (plan.parts, plan.body)
        self.allowed = allowed.map { $0.names[...] }
        visible = VisibleTexts(of: plan.body, headers: headers, envelopeKey: plan.options.envelopeKey)
    }

    /// Returns the first sealed text that also stands in the clear, but for those at or below the allowed paths.
    func leak() -> Leak? {
        if visible.texts.isEmpty { return nil }
        for part in parts {
            let names = part.object.path?.names ?? []
            let clear = part.object.content(in: body).map(JSONValue.object)
            let allowed = names.reduce(allowed) { paths, name in
                paths.contains(where: \.isEmpty) ? [[]] : narrow(paths)[name] ?? []
            }
            if let leak = leak(in: .object(part.members), clear: clear, allowed: allowed) {
                return names.reversed().reduce(leak) { $0.inside($1.string) }
            }
        }
        return nil
    }

    /// Returns the first leak in a value, with its place inside that value; `clear` is the visible value at the same path.
    private func leak(in value: JSONValue, clear: JSONValue?, allowed: [PathRest]) -> Leak? {
        if allowed.contains(where: { $0.isEmpty }) { return nil }
        switch value {
        case .object(let object):
            let clear = clear?.objectValue
            let inside = narrow(allowed)
            for member in object {
                let allowed = inside[member.name] ?? []
                if let leak = leak(in: member.value, clear: clear?[member.name.string], allowed: allowed) {
                    return leak.inside(member.name.string)
                }
            }
        case _ where clear == value: break
        case .string(let text): return visible.place(of: text).map { Leak(sealedAt: "", visibleAt: $0) }
        case .number(let number): return visible.place(of: number).map { Leak(sealedAt: "", visibleAt: $0) }
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                // Paths do not lead into arrays.
                if let leak = leak(in: element, clear: nil, allowed: []) { return leak.inside(String(index)) }
            }
        case .null, .bool: break
        }
        return nil
    }

    /// Returns the paths into each member of an object, so that each path is read once for an object; none of `paths` is empty.
    private func narrow(_ paths: [PathRest]) -> [UTF8Text: [PathRest]] {
        var inside: [UTF8Text: [PathRest]] = [:]
        for path in paths { inside[path.first ?? "", default: []].append(path.dropFirst()) }
        return inside
    }
}

extension Leak {
    fileprivate func inside(_ name: String) -> Leak {
        Leak(sealedAt: "/\(JSONPointer.escape(name))\(sealedAt)", visibleAt: visibleAt)
    }
}
