import Foundation
import KeyManagement
import PushOpener
import PushSealer
import RoundTrip
import StrictJSON
import TestSupport
import Testing

/// Two processes of `sealedpush seal --lines` seal for phones while `sealedpush keys rotate` runs; all of them are killed (SIGKILL).
@Suite("Rotations and sealing streams that are killed")
struct KilledRotationTests {
    private static let tool = Command.built("sealedpush")
    private static let topic = "com.example.bank"
    private static let (count, batch) = (1500, 50)

    /// A push that is not sealed yet.
    private struct Request {
        let number, phone: Int

        var line: String {
            #"{"id":\#(number),"to":"phone-\#(phone)","payload":{"aps":{"alert":{"title":"\#(number)"}}}}"# + "\n"
        }
    }

    /// A stream of the command that seals a batch of requests, and the file of its answers.
    private struct Stream {
        let requests: [Request]
        let answers: String
        let command: RunningCommand
        private let input = Pipe()

        /// One that is to be killed waits for more requests, which never come.
        init(_ requests: [Request], isKilled: Bool, keys: String, answers: String) throws {
            (self.requests, self.answers) = (requests, answers)
            _ = FileManager.default.createFile(atPath: answers, contents: nil)
            let arguments = ["seal", "--lines", "--from", "bank", "--topic", KilledRotationTests.topic, "--keys", keys]
            let lines = Data(requests.map(\.line).joined().utf8)
            try input.fileHandleForWriting.write(contentsOf: lines)
            let endless = Command.Input.descriptor(input.fileHandleForReading.fileDescriptor)
            var seal = Command(
                KilledRotationTests.tool, arguments, input: isKilled ? endless : .bytes(Array(lines)))
            seal.output = .path(answers)
            command = try seal.start()
        }

        /// The answers so far, without one that is only begun.
        func sealed() throws -> [JSONObject] {
            let text = try String(decoding: Data(contentsOf: URL(filePath: answers)), as: UTF8.self)
            return try text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map {
                try #require(JSONValue(parsing: Array($0.utf8)).objectValue)
            }
        }
    }

    @Test(
        "of thousands of pushes to 50 phones none is lost or a placeholder",
        .enabled(if: access(tool, X_OK) == 0, "the built command line tool is not here"))
    func run() async throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix64(seed: seed)
        let folder = FileManager.default.temporaryDirectory.appending(path: "sealedpush-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let directory = KeyDirectory(folder)
        let bank = try directory.generate("bank", role: .provider)
        let registry = try DeviceRegistry(directory, provider: bank, refresh: RefreshPolicy(interval: .zero))
        let start = Date()
        var phones: [RotationRunTests.SimulatedPhone] = []
        for number in 0..<50 {
            var phone = RotationRunTests.SimulatedPhone(id: "phone-\(number)", nextOpening: start, online: start)
            try phone.pinned.pin(bank.publicHalf(), at: start)
            try await phone.enrol(with: registry, at: start)
            phones.append(phone)
        }

        var waiting = (0..<Self.count).map { number in
            Request(number: number, phone: Int.random(in: phones.indices, using: &random))
        }
        var opened: Set<Int> = []
        var senders: Set<Thumbprint> = []
        var rounds = 0
        // A killed stream leaves requests without an answer, which a later one seals.
        while !waiting.isEmpty {
            rounds += 1
            try #require(rounds < Self.count, "seed \(seed)")
            // In every third round nothing is killed.
            let doomed = rounds.isMultiple(of: 3) ? nil : Int.random(in: 0..<2, using: &random)
            let streams = try (0..<2).map { number in
                let requests = Array(waiting.prefix(Self.batch))
                waiting.removeFirst(requests.count)
                return try Stream(
                    requests, isKilled: number == doomed, keys: directory.path, answers: "\(folder)/answers-\(number)")
            }
            let rotation = try Command(Self.tool, ["keys", "rotate", "bank", "--keys", directory.path]).start()
            if let stream = doomed.map({ streams[$0] }) {
                let count = Int.random(in: 0...stream.requests.count, using: &random)
                try await until("the answers are there") { try stream.sealed().count >= count }
                rotation.signal(SIGKILL)
                stream.command.signal(SIGKILL)
            }
            #expect(try await [0, doomed == nil ? 0 : 137].contains(rotation.end().exitCode), "seed \(seed)")

            for (number, stream) in streams.enumerated() {
                let end = try await stream.command.end()
                let expected: Int32 = number == doomed ? 137 : 0
                #expect(end.exitCode == expected, "\(String(decoding: end.errors, as: UTF8.self)), seed \(seed)")
                let answers = try stream.sealed()
                waiting.insert(contentsOf: stream.requests.dropFirst(answers.count), at: 0)
                for (request, answer) in zip(stream.requests, answers) {
                    let body = try #require(answer["body"]?.stringValue, "\(answer), seed \(seed)")
                    phones[request.phone].waiting.append(Array(body.utf8))
                }
            }

            // A phone that is off gets its pushes later; one that is on has a clock that is right, or a day ahead.
            for index in phones.indices where waiting.isEmpty || Int.random(in: 0..<4, using: &random) > 0 {
                let now = Date() + [0, 0, 86_400].randomElement(using: &random)!
                for body in phones[index].waiting {
                    let keys = try OpeningKeys(device: phones[index].device, provider: phones[index].pinned)
                    do {
                        let push = try Opener(keys: keys, topic: Self.topic, clock: WallClock { now }).open(body)
                        opened.insert(Int(push.payload.aps.alert?.title ?? "") ?? -1)
                        if let sender = push.envelope.sender { senders.insert(sender) }
                    } catch {
                        Issue.record("\(phones[index].id) shows a placeholder: \(error), seed \(seed)")
                    }
                }
                phones[index].waiting = []
                guard Bool.random(using: &random) else { continue }
                // The app asks for the set; its second request, which tells that it is pinned, may be lost.
                for _ in 0..<Int.random(in: 1...2, using: &random) {
                    let request = DeviceRequest.keys(KeysRequest(pinned: phones[index].pinned))
                    let published = try await registry.respond(to: request, from: phones[index].id, at: now)
                    try phones[index].pinned.pin(Keyring(publicJWKSet: published, name: "bank"), at: now)
                }
            }
        }
        #expect(opened == Set(0..<Self.count), "seed \(seed)")
        let version = try directory.publicKeyring("bank").keys.count
        #expect(senders.count > 2 && senders.count <= version, "\(rounds) rounds, seed \(seed)")
    }
}
