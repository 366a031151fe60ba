import ArgumentParser

/// The load test of `Simulator/Tests/load`: sends many pushes and checks every result.
@main
struct SimulatorLoad: AsyncParsableCommand {
    @Option(help: "The number of phones.")
    var phones = 50

    @Option(help: "The total number of pushes; a multiple of --phones.")
    var pushes = 20_000

    @Option(help: "The number of connections.")
    var connections = 4

    func validate() throws {
        guard phones >= 2, pushes >= phones, pushes.isMultiple(of: phones), connections >= 1 else {
            throw ValidationError("expected --phones >= 2, --pushes a multiple of --phones, --connections >= 1")
        }
    }

    func run() async throws {
        let plan = LoadPlan(phoneCount: phones, pushesPerPhone: pushes / phones)
        let clock = ContinuousClock()
        let start = clock.now
        let problems = try await LoadRun(plan: plan, connectionCount: connections).run()
        let seconds = (clock.now - start) / .seconds(1)
        for problem in problems { print(problem) }
        guard problems.isEmpty else { throw ExitCode(1) }
        print("\(phones) phones, \(pushes) pushes, \(connections) connections: all as expected, in \(Int(seconds)) s")
    }
}
