import PushPayload
import SealedEnvelope
import StrictJSON

/// Looks for sealed text in the visible part and in the headers.
///
/// A text counts from three characters on, from two if it is not all ASCII: shorter ones stand in other texts by
/// chance. It is found where a visible text holds it, in any canonically equivalent spelling, and no ASCII letter, digit or
/// underscore continues it on either side, so that `Ann` is found in `Message from Ann` and not in `Annual report`. A number
/// counts from four digits on. A value that the visible part holds at the same path is in the clear on purpose.
///
/// Topic, push type, priority and expiration are not searched: they are the same for every push of their kind.
struct LeakCheck {
    private let plan: SealPlan
    private let visible: VisibleTexts
    private let allowed: Set<PayloadPath>

    /// Makes a check of a push that fits: the cost is bounded by the product of the two sizes.
    init(of plan: SealPlan, headers: PushHeaders, allowing allowed: [PayloadPath]) {
        self.plan = plan
        self.allowed = Set(allowed)
        visible = VisibleTexts(of: plan.body, headers: headers, envelopeKey: plan.envelopeKey)
    }

    /// Returns the first sealed text that also stands in the clear, but for those at or below the allowed paths.
    func leak() -> Leak? {
        for part in plan.parts {
            let path = part.object.path?.names ?? []
            let clear = part.object.content(in: plan.body).map(JSONValue.object)
            if let leak = leak(in: .object(part.members), clear: clear, at: path) { return leak }
        }
        return nil
    }

    /// `clear` is the value that the visible part holds at the same path.
    private func leak(in value: JSONValue, clear: JSONValue?, at path: [String]) -> Leak? {
        if isAllowed(path) { return nil }
        switch value {
        case .string(let text):
            guard clear != value, text.isTelling, let place = visible.place(of: text) else { return nil }
            return Leak(sealedAt: pointer(path), visibleAt: place)
        case .number(let number):
            guard clear != value, number.text.utf8.count(where: { 0x30...0x39 ~= $0 }) >= 4,
                let place = visible.place(of: number)
            else { return nil }
            return Leak(sealedAt: pointer(path), visibleAt: place)
        case .array(let elements):
            if clear == value { return nil }
            for (index, element) in elements.enumerated() {
                if let leak = leak(in: element, clear: nil, at: path + [String(index)]) { return leak }
            }
        case .object(let object):
            let clear = clear?.objectValue
            for member in object {
                let leak = leak(in: member.value, clear: clear?[member.name], at: path + [member.name])
                if let leak { return leak }
            }
        case .null, .bool: break
        }
        return nil
    }

    private func isAllowed(_ path: [String]) -> Bool {
        !allowed.isEmpty && PayloadPath(path).map(allowed.contains) ?? false
    }

    private func pointer(_ path: [String]) -> String {
        path.map { "/" + JSONPointer.escape($0) }.joined()
    }
}

extension String {
    /// Whether the string is long enough to stand elsewhere only because it was put there.
    fileprivate var isTelling: Bool {
        utf8.count >= 3 && (utf8.allSatisfy { $0 < 0x80 } || !dropFirst().isEmpty)
    }
}
