/// Waits until a condition holds, without blocking a thread.
///
/// - Throws: `Command.Failure` after ten minutes, which only a hang reaches.
package func until(_ description: String, _ condition: () throws -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(600)
    while try !condition() {
        guard ContinuousClock.now < end else {
            throw Command.Failure(description: "waited too long until \(description)")
        }
        try await Task.sleep(for: .milliseconds(5))
    }
}
