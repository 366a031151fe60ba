/// A table with a heading; columns are as wide as their widest cell.
struct Table {
    let heading: [String]
    var rows: [[String]] = []

    /// The lines, without trailing spaces.
    func lines(_ style: Style) -> [String] {
        var widths = heading.map(\.displayWidth)
        for row in rows {
            for (column, cell) in row.enumerated() where column < widths.count {
                widths[column] = max(widths[column], cell.displayWidth)
            }
        }
        func line(_ cells: [String]) -> String {
            zip(cells, widths).enumerated().map { column, cell in
                column == cells.count - 1 ? cell.0 : cell.0.padded(to: cell.1)
            }
            .joined(separator: "  ")
        }
        return [style.dim(line(heading))] + rows.map(line)
    }
}
