/// A notification as the lock screen shows it.
struct Banner {
    let app: String
    let title: String
    let subtitle: String
    let text: String
    let style: Style
    /// The width of the banner in columns.
    let width: Int

    /// The lines, with the frame.
    var lines: [String] {
        let inner = width - 4
        var content: [(text: String, isBold: Bool)] = []
        func add(_ text: String, isBold: Bool, lines: Int) {
            guard !text.isEmpty else { return }
            let shown = text.replacing("\t", with: " ").showingControls(keepingLineFeeds: true)
            content += shown.wrapped(to: inner, lines: lines).map { ($0, isBold) }
        }
        add(title, isBold: true, lines: 2)
        add(subtitle, isBold: true, lines: 2)
        add(text, isBold: false, lines: 8)

        let name = app.showingControls(keepingLineFeeds: false).truncated(to: inner - 8)
        let top = "╭─ \(name) " + String(repeating: "─", count: max(0, inner - name.displayWidth - 7)) + " now ─╮"
        let bottom = "╰" + String(repeating: "─", count: width - 2) + "╯"
        return [style.dim(top)]
            + content.map { line in
                let space = String(repeating: " ", count: max(0, inner - line.text.displayWidth))
                let text = line.isBold ? style.bold(line.text) : line.text
                return "\(style.dim("│")) \(text)\(space) \(style.dim("│"))"
            }
            + [style.dim(bottom)]
    }
}
