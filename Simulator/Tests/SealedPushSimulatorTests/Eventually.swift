import Testing

/// Waits for a condition.
///
/// The limit is for a condition that never holds: no machine that runs the test is as busy.
func eventually(
    sourceLocation: SourceLocation = #_sourceLocation, _ condition: () async throws -> Bool
) async throws {
    let limit = ContinuousClock.now + .seconds(300)
    while try await !condition() {
        guard ContinuousClock.now < limit else {
            Issue.record("the condition does not hold", sourceLocation: sourceLocation)
            return
        }
        try await Task.sleep(for: .milliseconds(20))
    }
}
