import ArgumentParser

/// Sends many pushes and checks what became of them, for `Simulator/Tests/load`.
@main
struct SimulatorLoad: AsyncParsableCommand {
    @Option(help: "How many phones there are.")
    var phones = 50

    @Option(help: "How many pushes there are in all; a multiple of the phones.")
    var pushes = 20_000

    @Option(help: "How many connections they come over.")
    var connections = 4

    func validate() throws {
        guard phones >= 2, pushes >= phones, pushes.isMultiple(of: phones), connections >= 1 else {
            throw ValidationError("there are 2 phones or more, and as many pushes to each")
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
        print("\(phones) phones, \(pushes) pushes, \(connections) connections: all as demanded, in \(Int(seconds)) s")
    }
}
