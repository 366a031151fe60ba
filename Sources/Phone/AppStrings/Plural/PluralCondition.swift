/// One condition of CLDR's plural rules, such as "v = 0 and i % 10 = 2..4 and i % 100 != 12..14".
struct PluralCondition: Sendable {
    /// A relation such as "i % 100 != 12..14".
    private struct Relation: Sendable {
        let operand: String
        let modulus: UInt64?
        let isNegated: Bool
        let ranges: [ClosedRange<UInt64>]

        init?(_ words: [Substring]) {
            let hasModulus = words.count == 5 && words[1] == "%"
            modulus = hasModulus ? UInt64(words[2]) : nil
            guard hasModulus ? modulus ?? 0 > 0 : words.count == 3, let list = words.last else { return nil }
            operand = String(words[0])
            let sign = words[words.count - 2]
            guard sign == "=" || sign == "!=" else { return nil }
            isNegated = sign == "!="
            var ranges: [ClosedRange<UInt64>] = []
            for item in list.split(separator: ",") {
                let ends = item.split(separator: ".").compactMap { UInt64($0) }
                guard let low = ends.first, let high = ends.last, low <= high else { return nil }
                ranges.append(low...high)
            }
            self.ranges = ranges
        }

        func holds(for operands: PluralOperands) -> Bool {
            let value = operands.values[operand].map { value in modulus.map { value % $0 } ?? value }
            let isIn = value.map { value in ranges.contains { $0.contains(value) } } ?? false
            return isIn != isNegated
        }
    }

    /// The alternatives: the condition holds if all relations of one row hold.
    private let rows: [[Relation]]

    /// Parses a condition of the generated table; a relation outside CLDR's grammar never holds.
    init(_ text: Substring) {
        rows = text.split(separator: " or ").map { row in
            let relations = row.split(separator: " and ").map { Relation($0.split(separator: " ")) }
            let known = relations.compactMap { $0 }
            return known.count == relations.count ? known : []
        }
    }

    func holds(for operands: PluralOperands) -> Bool {
        rows.contains { !$0.isEmpty && $0.allSatisfy { $0.holds(for: operands) } }
    }
}
