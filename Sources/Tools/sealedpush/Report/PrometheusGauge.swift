/// A gauge in Prometheus's text exposition format 0.0.4.
struct PrometheusGauge {
    struct Value {
        let labels: [(name: String, value: String)]
        let value: Int
    }

    let name: String
    let help: String
    let values: [Value]

    var lines: [String] {
        ["# HELP \(name) \(help)", "# TYPE \(name) gauge"]
            + values.map { value in
                let labels = value.labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }
                return "\(name){\(labels.joined(separator: ","))} \(value.value)"
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
