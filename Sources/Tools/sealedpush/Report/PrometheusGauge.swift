/// A gauge in Prometheus's text exposition format 0.0.4.
struct PrometheusGauge {
    let name: String
    let help: String
    let values: [(labels: [(name: String, value: String)], value: Int)]

    var lines: [String] {
        ["# HELP \(name) \(help)", "# TYPE \(name) gauge"]
            + values.map { labels, value in
                let labels = labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }
                return "\(name){\(labels.joined(separator: ","))} \(value)"
            }
    }

    /// Escapes by scalars: a mark after a character joins it, and "\r\n" is one character.
    private static func escaped(_ label: String) -> String {
        label.unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "\\": text += "\\\\"
            case "\"": text += "\\\""
            case "\n": text += "\\n"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
