import Testing

@testable import SimulatorLoad

@Suite("Load")
struct LoadTests {
    @Test("pushes over several connections to several phones have exactly the expected deliveries")
    func some() async throws {
        let problems = try await LoadRun(plan: LoadPlan(phoneCount: 7, pushesPerPhone: 12), connectionCount: 3).run()
        #expect(problems.isEmpty, "\(problems)")
    }
}
