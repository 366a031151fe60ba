extension SystemPolicy.PercentSigns {
    /// Returns the text that the screen shows for a body set by an extension.
    ///
    /// `stripped` removes a percent sign with the digits after it, or without digits the one character after it, as
    /// users reported (Signal-iOS #1831: "test%notifications%20secondattempt" was "testotificationssecondattempt").
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
