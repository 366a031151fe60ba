import LocalAPNs
import Synchronization

/// A service with one team's key, one device, a clock that a test advances, and a record of the status of each push.
final class TestHarness: Sendable {
    static let token = "00fc13adff785122b4ad28809a3420982341241421348097878e577c991de8f0"
    static let topic = "com.example.bank"
    static let body = Array(#"{"aps":{"alert":"Hello"}}"#.utf8)
    /// 2026-09-21 14:13:20 UTC, in milliseconds.
    static let start: Int64 = 1_790_000_000_000

    let service: PushService
    let signer = TokenSigner(keyID: "ABC123DEFG", team: "DEF123GHIJ")
    private let record: Record

    private final class Record: Sendable {
        let statuses = Mutex<[(id: String, status: PushStatus)]>([])
        let pushes = Mutex<[AcceptedPush]>([])
        let refusals = Mutex<[RefusedPush]>([])
    }

    init(_ policy: ServicePolicy = ServicePolicy()) {
        let clock = Clock()
        let record = Record()
        self.clock = clock
        self.record = record
        service = PushService(
            policy: policy, now: { clock.now.withLock { $0 } },
            refused: { refusal in record.refusals.withLock { $0.append(refusal) } }
        ) { push, status in
            record.pushes.withLock { $0.append(push) }
            record.statuses.withLock { $0.append((push.id, status)) }
        }
        service.add(ProviderKey(id: signer.keyID, team: signer.team, publicKey: signer.publicKey))
        service.register(Self.token, bundleID: Self.topic)
    }

    private final class Clock: Sendable {
        let now = Mutex<Int64>(TestHarness.start)
    }
    private let clock: Clock

    var seconds: Int64 { clock.now.withLock { $0 } / 1000 }
    var statuses: [(id: String, status: PushStatus)] { record.statuses.withLock { $0 } }

    /// The push of each status.
    var pushes: [AcceptedPush] { record.pushes.withLock { $0 } }
    var refusals: [RefusedPush] { record.refusals.withLock { $0 } }

    func wait(seconds: Int64) { clock.now.withLock { $0 += seconds * 1000 } }

    /// Returns a valid request with changed header fields, token, signer or body.
    func request(
        _ headers: [(name: String, value: String)] = [],
        without removed: Set<String> = [],
        token: String = TestHarness.token,
        signer: TokenSigner? = nil,
        body: [UInt8] = TestHarness.body
    ) throws -> PushRequest {
        let given = Set(headers.map(\.name)).union(removed)
        let bearer = try "bearer " + (signer ?? self.signer).token(issuedAt: seconds)
        let usual = [("authorization", bearer), ("apns-topic", Self.topic), ("apns-push-type", "alert")]
        let kept = usual.filter { !given.contains($0.0) }.map { (name: $0.0, value: $0.1) }
        return PushRequest(to: token, headers: kept + headers, body: body)
    }

    /// Sends a request, by default on a new connection to the host of its path.
    func answer(_ request: PushRequest, on given: PushConnection? = nil) throws -> PushAnswer {
        let connection = given ?? PushConnection(to: request.path.hasPrefix("/1/") ? .channels : .pushes)
        guard let answer = service.respond(to: request, on: connection).answer else { throw NoAnswer() }
        return answer
    }

    struct NoAnswer: Error {}
}
