import Foundation
import PushSealer

/// The devices' keys in use by suite and age, for the metrics.
///
/// Each scrape reads the next 1,000 registrations at most, so that its cost is bounded; a count is shown when it has read the last one.
actor KeyCount {
    static let limit = 1000
    private static let ages = [(0, "0-29"), (30, "30-44"), (45, "45-59"), (60, "60-")]

    private let registry: DeviceRegistry
    private var isReading = false
    private var last: UTF8Text?
    private var counts = none
    /// The latest complete count by labels; empty before the first one.
    private var complete: [String: Int] = [:]

    init(_ registry: DeviceRegistry) { self.registry = registry }

    /// Reads the next registrations, unless another call does, and returns the latest complete count.
    func next(at now: Date = Date()) async throws -> [String: Int] {
        guard !isReading else { return complete }
        isReading = true
        defer { isReading = false }
        let page = try await registry.registrations(after: last, limit: Self.limit)
        for registration in page where registration.state == .enrolled {
            let days = registration.since.map { Int(now.timeIntervalSince($0) / 86_400) } ?? 0
            let age = Self.ages.last { $0.0 <= days }?.1 ?? Self.ages[0].1
            counts[Self.labels(registration.isPostQuantum == nil ? 1 : 5, age), default: 0] += 1
        }
        last = page.last?.id
        guard page.count < Self.limit else { return complete }
        complete = counts
        (last, counts) = (nil, Self.none)
        return complete
    }

    /// A count of each series that is there from the start.
    private static let none = Dictionary(
        uniqueKeysWithValues: [1, 5].flatMap { suite in ages.map { (labels(suite, $0.1), 0) } })

    private static func labels(_ suite: Int, _ age: String) -> String { #"{suite="\#(suite)",age_days="\#(age)"}"# }
}
