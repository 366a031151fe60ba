/// A table with a heading; columns are as wide as their widest cell.
struct Table {
    let heading: [String]
    let rows: [[String]]

    func lines(_ style: Style) -> [String] {
        let all = [heading] + rows
        let widths = heading.indices.map { column in all.map { $0[column].displayWidth }.max() ?? 0 }
        func line(_ cells: [String]) -> String {
            zip(cells, widths).enumerated().map { column, cell in
                column == cells.count - 1 ? cell.0 : cell.0.padded(to: cell.1)
            }
            .joined(separator: "  ")
        }
        return [style.dim(line(heading))] + rows.map(line)
    }
}
