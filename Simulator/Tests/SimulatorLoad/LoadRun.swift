import ProviderClient
import PushSealer
import SealedPushSimulator

/// Sends a plan's pushes over several connections and compares the results with the plan's expectations.
struct LoadRun: Sendable {
    let plan: LoadPlan
    let connectionCount: Int

    /// The number of concurrent pushes on one connection.
    private static let pushesAtOnce = 40

    /// Runs the plan and returns the deviations from the expectations.
    func run() async throws -> [String] {
        try await Simulator.run { simulator in
            for phone in plan.phones { try await prepare(phone, in: simulator) }
            var problems: [String] = []
            problems += try await send(plan.earlier, through: simulator)
            // The badge is that of the push whose extension ended last.
            for phone in plan.phones where plan.expectation(of: phone).arrived > 1 {
                _ = try await simulator.phone(plan.name(of: phone))?.delivery(
                    number: plan.pushesPerPhone - 1, within: .seconds(300))
            }
            problems += try await send(plan.last, through: simulator)
            for phone in plan.phones where [.storing, .dropping].contains(plan.state(of: phone)) {
                await simulator.phone(plan.name(of: phone))?.setOnline(true)
            }
            for phone in plan.phones { problems += await check(phone, in: simulator) }
            return problems
        }
    }

    private func prepare(_ phone: Int, in simulator: Simulator) async throws {
        let added = try await simulator.addPhone(plan.name(of: phone), app: "com.example.bank")
        switch plan.state(of: phone) {
        case .storing, .dropping: await added.setOnline(false)
        case .locked: await added.restart()
        case .appRemoved: await added.removeApp()
        case .online, .collapsing, .otherRecipient: break
        }
    }

    /// Sends pushes over all connections, waits for their answers, and returns the unexpected ones.
    private func send(_ pushes: [LoadPlan.Push], through simulator: Simulator) async throws -> [String] {
        let description = simulator.description
        let signer = try description.signer()
        return try await withThrowingTaskGroup(of: [String].self) { group in
            for connection in 0..<connectionCount {
                group.addTask {
                    let client = try ProviderClient(host: description.host, signer: signer)
                    let part = stride(from: connection, to: pushes.count, by: connectionCount).map { pushes[$0] }
                    let problems = try await send(part, by: client, provider: simulator.provider)
                    await client.shutDown()
                    return problems
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
    }

    private func send(
        _ pushes: [LoadPlan.Push],
        by client: ProviderClient,
        provider: LocalProvider
    ) async throws -> [String] {
        try await withThrowingTaskGroup(of: String?.self) { group in
            var problems: [String] = []
            for (index, push) in pushes.enumerated() {
                if index >= Self.pushesAtOnce, let problem = try await group.next() ?? nil { problems.append(problem) }
                group.addTask { try await send(push, by: client, provider: provider) }
            }
            for try await problem in group { if let problem { problems.append(problem) } }
            return problems
        }
    }

    private func send(
        _ push: LoadPlan.Push,
        by client: ProviderClient,
        provider: LocalProvider
    ) async throws -> String? {
        let state = plan.state(of: push.phone)
        var payload = Payload(alert: .init(title: push.title))
        payload.aps.badge = push.index
        var options = SealOptions()
        if state == .collapsing { options.collapseID = "one" }
        let reader = state == .otherRecipient ? (push.phone + 1) % plan.phoneCount : push.phone
        let sealed = try await provider.seal(
            payload, to: plan.name(of: reader), placeholder: .init(title: LoadPlan.placeholder), options: options)
        var headers = sealed.headers.fields
        if state == .dropping {
            headers.removeAll { $0.name == "apns-expiration" }
            headers.append(("apns-expiration", "0"))
        }
        let token = try provider.identity(of: plan.name(of: push.phone)).token
        let answer = try await client.send(headers: headers, body: sealed.body, to: token)
        let expected = plan.expectation(of: push.phone).status
        return answer.status == expected
            ? nil : "\(push.title): \(answer.status) \(answer.reason ?? ""), not \(expected)"
    }

    private func check(_ number: Int, in simulator: Simulator) async -> [String] {
        let expectation = plan.expectation(of: number)
        guard let phone = simulator.phone(plan.name(of: number)) else { return ["phone \(number) does not exist"] }
        if !expectation.delivered.isEmpty {
            _ = try? await phone.delivery(number: expectation.delivered.count, within: .seconds(300))
        }
        let pushes = await phone.pushes
        let found = LoadPlan.Expectation(
            status: expectation.status,
            accepted: pushes.count,
            arrived: pushes.count { $0.status == .delivered },
            delivered: pushes.compactMap(\.delivery?.content.title).sorted(),
            shown: await phone.lockScreen.groups.flatMap(\.notifications).map(\.content.title)
                .sorted(),
            badge: await phone.badge)
        return found == expectation
            ? [] : ["phone \(number), \(plan.state(of: number)): \(summary(found)), not \(summary(expectation))"]
    }

    private func summary(_ expectation: LoadPlan.Expectation) -> String {
        "\(expectation.accepted) accepted, \(expectation.arrived) arrived, \(expectation.delivered.count) delivered (\(Set(expectation.delivered).count) different), "
            + "\(expectation.shown.count) shown, badge \(expectation.badge)"
    }
}
