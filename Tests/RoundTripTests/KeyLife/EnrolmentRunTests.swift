import Foundation
import KeyManagement
import PushOpener
import PushPayload
import PushSealer
import RoundTrip
import Synchronization
import TestSupport
import Testing

/// A phone and its provider for half a year, whose messages are lost, repeated and late, whose processes crash before and after a write,
/// and whose stores are restored from copies.
@Suite("Enrolments at any moment")
struct EnrolmentRunTests {
    /// CONTRIBUTING has the command for a million pushes, many of which are sealed at the same moments.
    private static let pushes =
        ProcessInfo.processInfo.environment["SEALEDPUSH_ENROLMENT_PUSHES"].flatMap { Int($0) } ?? 500
    private static let burst = pushes > 500 ? 60 : 5

    @Test(
        "a push in time opens, one before the last days does not, and no key changes its suite", arguments: [1, 7, 30])
    func runs(lifetime: Int) async throws {
        var (seed, sealed) = (UInt64(lifetime), 0)
        while sealed < Self.pushes {
            let run = try EnrolmentRun(seed: seed, lifetime: lifetime, burst: Self.burst)
            for number in 0..<1500 {
                try await run.step()
                if number.isMultiple(of: 10) { try run.checkSuites() }
            }
            // Each of the events took place.
            #expect(
                run.opened > 100 && run.renewals > 5 && run.restores > 2 && run.refused > 10 && run.erased > 20,
                "seed \(seed)")
            seed += 100
            sealed += run.sealed
        }
    }

    @Test("providerKeyAloneForgesNothing: with the provider's key and the device's public one nothing is opened")
    func providerKeyAloneForgesNothing() async throws {
        let run = try EnrolmentRun(seed: 9, lifetime: 1, burst: 1)
        for _ in 0..<1000 where run.opened < 5 { try await run.step() }
        let enrolled = try run.phone.keyring("phone").primary
        let point = try #require(enrolled.devicePublicKey).rawRepresentation
        let sealer = try Sealer(from: run.bank, topic: EnrolmentRun.topic, clock: .fixed(run.now))
        let payload = Payload(alert: Alert(title: "forged"))
        // In suite 1, and in suite 5 with another chain.
        let plain = try sealer.seal(payload, to: DevicePublicKey(rawRepresentation: point))
        #expect(run.refusal(of: plain.body, at: run.now) == .suiteMismatch)
        let guess = try #require(
            Keyring.enrolled(name: "guess", lifetime: 7, at: run.now).registered().primary.devicePublicKey)
        let chained = try sealer.seal(
            payload, to: DevicePublicKey(try #require(enrolled.devicePublicKey).point, enrolment: guess.enrolment))
        #expect(run.refusal(of: chained.body, at: run.now) == .cannotOpen)
    }
}

/// The state of a run: both halves, and the messages between them.
private final class EnrolmentRun {
    static let topic = "com.example.bank"
    static let context = EnrolmentContext(audience: "jane")

    private enum Message {
        case offer(KeyOffer), challenge(KeyChallenge), answer(KeyAnswer), confirmation(KeyConfirmation)
    }

    private struct Push {
        let body: [UInt8]
        let issued: Date
        let key: Thumbprint
        let lifetime: TimeInterval
        /// Whether the device must open it until it expires.
        var isPromised: Bool
    }

    let bank: Keyring
    let phone = FragileStore()
    private let pinned: Keyring
    private let provider = FragileStore()
    private let registry: DeviceRegistry
    /// The most pushes at once.
    private let burst: Int
    private(set) var now = Date(timeIntervalSince1970: 1_795_263_600)
    private var random: SplitMix64
    private var network: [Message] = []
    private var waiting: [Push] = []
    private var recorded: [Push] = []
    private var phoneCopy: (rows: FragileStore.Rows, advanced: Date)?
    private var providerCopy: FragileStore.Rows?
    private var isProviderRestored = false
    /// The latest authenticated time of the phone.
    private var advanced = Date(timeIntervalSince1970: 0)
    private var suites: [Thumbprint: Bool] = [:]
    private(set) var (sealed, opened, refused, renewals, restores, erased) = (0, 0, 0, 0, 0, 0)

    init(seed: UInt64, lifetime: Int, burst: Int) throws {
        self.burst = burst
        random = SplitMix64(seed: seed)
        bank = try Keyring.generate(name: "bank", role: .provider, at: now)
        pinned = try bank.publicHalf()
        registry = try DeviceRegistry(provider, provider: bank, lifetime: lifetime)
    }

    private func happens(_ probability: Double) -> Bool { Double.random(in: 0..<1, using: &random) < probability }

    func step() async throws {
        now += Double.random(in: 0..<20_000, using: &random)
        // A process may be killed before its next write, or after it.
        if happens(0.05) { [phone, provider].randomElement(using: &random)?.crash(afterWrite: happens(0.5)) }
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<20: await openApp()
        case 20..<60: await deliverMessage()
        case 60..<80: try await push()
        case 80..<95: receivePushes()
        case 95..<97: copyOrRestorePhone()
        case 97..<98: copyOrRestoreProvider()
        default: steal()
        }
    }

    // MARK: - Enrolment

    private func openApp() async {
        attempt {
            if let answer = (try? phone.keyring("phone"))?.awaitedAnswer { network.append(.answer(answer)) }
            let age = (try? phone.keyring("phone").primary.created).map { now.timeIntervalSince($0) } ?? .infinity
            guard age > 10 * 86_400 || happens(0.1) else { return }
            renewals += 1
            network.append(.offer(try phone.offer("phone", pinned: pinned, at: now)))
        }
        // The app stays open for a while, often until the enrolment is finished.
        for _ in 0..<Int.random(in: 0..<12, using: &random) {
            now += Double.random(in: 0..<30, using: &random)
            await deliverMessage()
        }
    }

    private func deliverMessage() async {
        guard let last = network.indices.last else { return }
        let index = happens(0.7) ? last : Int.random(in: network.indices, using: &random)
        let message = network[index]
        // Repeated, delivered once, or lost.
        if !happens(0.2) { network.remove(at: index) }
        guard !happens(0.1) else { return }
        do {
            switch message {
            case .offer(let offer):
                network.append(.challenge(try await registry.challenge(offer, for: "jane", at: now)))
            case .challenge(let challenge):
                let answer = try phone.change("phone") { phone in
                    try phone.answer(challenge, from: pinned, context: Self.context, at: now)
                }
                network.append(.answer(answer))
            case .answer(let answer):
                network.append(.confirmation(try await registry.confirm(answer, for: "jane", at: now)))
            case .confirmation(let confirmation): try phone.change("phone") { try $0.finish(confirmation, at: now) }
            }
        } catch {
            expectPlanned(error)
        }
    }

    private func attempt(_ body: () throws -> Void) {
        do { try body() } catch { expectPlanned(error) }
    }

    /// Accepts a crash, and the refusals of messages that were repeated, replaced or late.
    private func expectPlanned(_ error: any Error) {
        if (error as? KeyError)?.code == .inputOutput { return }  // a crash
        refused += 1
        let planned: Set<KeyError.Code> = [
            .noOffer, .cannotOpen, .noChallenge, .wrongState, .tooLate, .wrongAnswer, .noAnswer, .wrongConfirmation,
            .notFound,
        ]
        let code = (error as? KeyError)?.code
        #expect(code.map(planned.contains) == true, "\(error)")
    }

    // MARK: - Pushes

    private func push() async throws {
        guard let recipient = try? await registry.recipient(for: "jane"),
            let lifetime = recipient.key.enrolment?.chain?.lifetime
        else { return }
        let seconds = Double(lifetime) * 86_400
        let chained = ((try? phone.keyring("phone"))?.keys ?? []).filter { $0.enrolment?.chain != nil }
        let key = chained.first { $0.thumbprint == recipient.key.thumbprint }
        // The provider seals to a key only whose chain the device has, unless one of them was restored.
        #expect(key != nil || restores > 0)
        // A provider that was restored may seal to an older key for a while.
        var isPromised = key != nil && (!isProviderRestored || key?.thumbprint == chained.last?.thumbprint)
        if case .retiring(let until) = key?.state { isPromised = isPromised && until >= now + seconds }
        let sealer = try Sealer(from: bank, topic: Self.topic, clock: .fixed(now))
        for _ in 0..<Int.random(in: 1...burst, using: &random) {
            let body = try sealer.seal(Payload(alert: Alert(title: "\(sealed)")), to: recipient).body
            let push = Push(
                body: body, issued: now, key: recipient.key.thumbprint, lifetime: seconds, isPromised: isPromised)
            sealed += 1
            recorded.append(push)
            waiting.append(push)
        }
    }

    private func receivePushes() {
        var (device, keys) = readPhone()
        let arriving = waiting
        waiting = []
        for push in arriving {
            // Some stay at Apple, also beyond their end.
            guard happens(0.6) else {
                waiting.append(push)
                continue
            }
            let isInTime = now <= push.issued + push.lifetime
            let refusal = refusal(of: push.body, at: now, by: keys)
            if isInTime && push.isPromised { #expect(refusal == nil, "acceptableNeverErased: \(push)") }
            guard refusal == nil else { continue }
            // With the skew of clocks.
            #expect(now <= push.issued + push.lifetime + 3600)
            opened += 1
            let time = min(now, push.issued)
            attempt {
                // A device changes its store only if the push changes what it read there.
                if var read = device, try read.advance(to: time.unixTime, opened: push.key) {
                    defer { (device, keys) = readPhone() }
                    try phone.change("phone") { _ = try $0.advance(to: time.unixTime, opened: push.key) }
                }
                advanced = max(advanced, time)
            }
        }
    }

    private func readPhone() -> (device: Keyring?, keys: OpeningKeys?) {
        let device = try? phone.keyring("phone")
        return (device, device.flatMap { try? OpeningKeys(device: $0, provider: pinned, isReadOnly: true) })
    }

    /// The code of a refusal by these keys, or nil for a push that opens.
    private func refusal(of body: [UInt8], at time: Date, by keys: OpeningKeys?) -> Refusal.Code? {
        guard let keys else { return .keyringUnavailable }
        do {
            _ = try Opener(keys: keys, topic: Self.topic, clock: .fixed(time)).open(body)
            return nil
        } catch {
            return (error as? Refusal)?.code ?? .keyringUnavailable
        }
    }

    /// The code of the phone's refusal, or nil for a push that opens.
    func refusal(of body: [UInt8], at time: Date) -> Refusal.Code? {
        refusal(of: body, at: time, by: readPhone().keys)
    }

    // MARK: - Copies

    private func copyOrRestorePhone() {
        guard let copy = phoneCopy, happens(0.3) else { return phoneCopy = (phone.rows, advanced) }
        (phone.rows, advanced, phoneCopy) = (copy.rows, copy.advanced, nil)
        restores += 1
        let keys = (try? phone.keyring("phone"))?.keys ?? []
        for index in waiting.indices
        where !keys.contains(where: { $0.thumbprint == waiting[index].key && $0.enrolment?.chain != nil }) {
            waiting[index].isPromised = false
        }
    }

    private func copyOrRestoreProvider() {
        guard let copy = providerCopy, happens(0.3) else { return providerCopy = provider.rows }
        (provider.rows, providerCopy, isProviderRestored) = (copy, nil, true)
        restores += 1
    }

    /// A thief of all that the phone stores opens no push that was sealed before the last days.
    private func steal() {
        guard let stolen = readPhone().keys else { return }
        let ended = recorded.filter { $0.issued < advanced - $0.lifetime - 3600 - 86_400 }
        for push in ended.shuffled(using: &random).prefix(5) {
            let refusal = refusal(of: push.body, at: push.issued, by: stolen)
            #expect(refusal != nil, "erasedDayOpensNothing: \(push)")
            erased += 1
        }
        recorded.removeAll { $0.issued < advanced - 40 * 86_400 }
    }

    /// oneSuitePerKey: no key loses or gets a suite, at either half.
    func checkSuites() throws {
        for (store, name) in [(phone, "phone"), (provider, "jane")] as [(FragileStore, UTF8Text)] {
            for key in (try? store.keyring(name))?.keys ?? [] {
                let isEnrolled = key.enrolment != nil
                #expect(suites.updateValue(isEnrolled, forKey: key.thumbprint) ?? isEnrolled == isEnrolled)
                #expect(key.enrolment?.chain == nil || isEnrolled)
            }
        }
    }
}

/// A store in memory whose next write fails as by a crash, before it is made or after it.
private final class FragileStore: SynchronousKeyStore {
    typealias Rows = [UTF8Text: KeyringText]

    private let state = Mutex<(rows: Rows, crash: Bool?)>(([:], nil))

    var rows: Rows {
        get { state.withLock { $0.rows } }
        set { state.withLock { $0.rows = newValue } }
    }

    func crash(afterWrite: Bool) { state.withLock { $0.crash = afterWrite } }

    func names() throws(KeyError) -> [UTF8Text] { rows.keys.sorted() }

    func stored(_ name: UTF8Text) throws(KeyError) -> StoredKeyring? {
        rows[name].map { StoredKeyring(text: $0, version: $0.version) }
    }

    func keep(_ change: KeyringChange) throws(KeyError) -> Bool {
        let (isKept, isCrash) = state.withLock { state in
            guard state.rows[change.name]?.version == change.version else { return (false, false) }
            let crash = state.crash
            state.crash = nil
            if crash != false { state.rows[change.name] = change.text }
            return (crash == nil, crash != nil)
        }
        if isCrash { throw KeyError(.inputOutput, "crash") }
        return isKept
    }

    func delete(_ name: UTF8Text, version: String?) throws(KeyError) -> Bool {
        state.withLock { $0.rows.removeValue(forKey: name) != nil }
    }
}
