import Foundation

/// The tables of a run: medians, and the least and the greatest value in brackets.
struct Tables {
    let connectionCounts: [Int]
    /// The rounds for each number of connections.
    let samples: [Int: [[Provider.Body: Measurement.Sample]]]
    let byteCount: (Provider.Body) -> Int

    var text: String {
        var lines = [
            "| connections | body | bytes | pushes a second | provider, µs | service, µs |",
            "|--:|---|--:|--:|--:|--:|",
        ]
        for count in connectionCounts {
            for body in Provider.Body.allCases {
                let found = (samples[count] ?? []).compactMap { $0[body] }
                lines.append(
                    "| \(count) | \(body.rawValue) | \(byteCount(body)) | \(spread(found.map(\.rate))) | "
                        + "\(spread(found.map(\.provider))) | \(spread(found.map(\.service))) |")
            }
        }
        lines += [
            "", "| connections | sealing, µs | of the provider's processor time | fewer pushes a second |",
            "|--:|--:|--:|--:|",
        ]
        for count in connectionCounts {
            let pairs = (samples[count] ?? []).compactMap { round in
                round[.sealed].flatMap { sealed in round[.sealedBefore].map { (sealed, $0) } }
            }
            let cost = pairs.map { $0.provider - $1.provider }
            let share = pairs.map { ($0.provider - $1.provider) / $0.provider * 100 }
            let loss = pairs.map { ($1.rate - $0.rate) / $1.rate * 100 }
            lines.append("| \(count) | \(spread(cost)) | \(spread(share)) % | \(spread(loss)) % |")
        }
        return lines.joined(separator: "\n")
    }

    private func spread(_ values: [Double]) -> String {
        let sorted = values.sorted()
        guard let least = sorted.first, let greatest = sorted.last else { return "" }
        let middle = (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
        return "\(whole(middle)) (\(whole(least))–\(whole(greatest)))"
    }

    private func whole(_ value: Double) -> String { String(Int(value.rounded())) }
}
