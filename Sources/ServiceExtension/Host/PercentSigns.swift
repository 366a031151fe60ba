extension SystemPolicy.PercentSigns {
    /// What the screen shows of a body that an extension has set.
    ///
    /// What goes with a percent sign is what people saw vanish on their phones: digits, however many, or else the one
    /// character after it (Signal-iOS #1831: "test%notifications%20secondattempt" was "testotificationssecondattempt").
    func shown(_ body: String) -> String {
        guard self == .stripped else { return body }
        var shown = String.UnicodeScalarView()
        var rest = body.unicodeScalars[...]
        while let percent = rest.firstIndex(of: "%") {
            shown.append(contentsOf: rest[..<percent])
            rest = rest[percent...].dropFirst()
            let digits = rest.prefix { ("0"..."9").contains($0) }
            if rest.first == "%" { shown.append("%") }
            rest = digits.isEmpty ? rest.dropFirst() : rest[digits.endIndex...]
        }
        shown.append(contentsOf: rest)
        return String(shown)
    }
}
