import ExtensionHost
import Foundation
import PushOpener
import PushPayload
import PushSealer
import SealedNotifications
import StrictJSON
import Synchronization
import TestSupport
import Testing
import UserNotifications

/// Documentation/attachments.md §3.
@Suite("The sealed attachments of a push")
struct AttachmentStageTests {
    private static let url = "https://media.example.com/7Qm2"
    private static let thumbnail: [UInt8] = [0xFF, 0xD8, 0xFF, 0xD9]

    private static func photo(_ count: Int = 200_000, seed: UInt8 = 1) -> [UInt8] {
        [0xFF, 0xD8, 0xFF, 0xE0] + (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) ^ seed }
    }

    private static func seal(
        _ file: [UInt8] = photo(), url: String = url, type: String = "public.jpeg", thumbnail: [UInt8]? = thumbnail
    ) throws -> (blob: [UInt8], attachment: SealedAttachment) {
        var sealer = try AttachmentSealer()
        let blob = try sealer.update(file)
        let (rest, attachment) = try sealer.finish(url: url, type: type, thumbnail: thumbnail)
        return (blob + rest, attachment)
    }

    /// Gives the bytes of a blob, or has a fault of a host.
    private final class Host: AttachmentFetcher {
        enum Behaviour: Sendable {
            case blob([UInt8]), fails(after: [UInt8]), hangs(after: [UInt8]), endless
        }

        private let behaviours: [String: Behaviour]
        let fetched = Mutex<[String]>([])
        /// A download that hangs, and whether the bytes that it gave afterwards were taken.
        let hanging = Mutex<CheckedContinuation<Void, Never>?>(nil)
        let late = Mutex<[Bool]>([])

        init(_ behaviours: [String: Behaviour]) { self.behaviours = behaviours }

        func fetch(_ url: URL, receive: @escaping @Sendable ([UInt8]) throws -> Void) async throws {
            fetched.withLock { $0.append(url.absoluteString) }
            switch behaviours[url.absoluteString] {
            case .blob(let bytes):
                for start in stride(from: 0, to: bytes.count, by: 10_000) {
                    try receive(Array(bytes[start..<min(bytes.count, start + 10_000)]))
                }
            case .fails(let bytes):
                try receive(bytes)
                throw URLError(.networkConnectionLost)
            case .hangs(let bytes):
                try receive(bytes)
                // Ignores its cancellation.
                await withCheckedContinuation { continuation in hanging.withLock { $0 = continuation } }
                late.withLock { $0.append((try? receive([0])) != nil) }
            case .endless:
                while true { try receive([UInt8](repeating: 0, count: 65_536)) }
            case nil: throw URLError(.cannotFindHost)
            }
        }

        func release() { hanging.withLock { $0?.resume() } }
    }

    private final class Attaching: BankService {
        private let shown: AttachmentPolicy?
        private let own: [NotificationStage]

        init(_ bank: Bank, _ policy: AttachmentPolicy?, _ own: [NotificationStage]) {
            (shown, self.own) = (policy, own)
            super.init(keys: bank.keys)
        }

        override var attachmentPolicy: AttachmentPolicy? { shown }
        override var stages: [NotificationStage] { own }
    }

    private struct Shown {
        let delivery: Delivery
        let codes: [AttachmentError.Code?]

        /// The content of each attachment.
        let files: [[UInt8]]
        /// The names of the files in the folder of the first attachment.
        let names: [String]
    }

    private func deliver(
        _ payload: Payload, from host: Host, stages: [NotificationStage] = [], clock: ManualClock = ManualClock()
    ) async throws -> Shown {
        try await deliver(payload, policy: Self.policy(host, clock), stages: stages)
    }

    private func deliver(
        _ payload: Payload, policy: AttachmentPolicy?, stages: [NotificationStage] = []
    ) async throws -> Shown {
        try await shown(start(payload, policy: policy, stages: stages, on: ManualClock()))
    }

    /// A policy whose time is that of a clock.
    private static func policy(_ host: Host, _ clock: ManualClock) -> AttachmentPolicy {
        var policy = AttachmentPolicy(
            hosts: ["Media.example.com"], types: ["public.jpeg", "public.png"], fetcher: host)
        policy.clock = clock
        return policy
    }

    private func start(
        _ payload: Payload, policy: AttachmentPolicy?, stages: [NotificationStage] = [], on clock: ManualClock
    ) throws -> ExtensionRun {
        let bank = try Bank()
        return ExtensionHost(clock: clock) { Attaching(bank, policy, stages) }.start(try bank.sealUnchecked(payload))
    }

    private func shown(_ run: ExtensionRun) async throws -> Shown {
        let delivery = await run.delivery
        #expect(delivery.outcome == .opened)
        #expect(delivery.content.title == "Photo")
        let files = delivery.content.attachments.map(\.url)
        let folder = files.first?.deletingLastPathComponent()
        return Shown(
            delivery: delivery, codes: delivery.attachments,
            files: files.map { (try? Data(contentsOf: $0)).map(Array.init) ?? [] },
            names: try folder.map { try FileManager.default.contentsOfDirectory(atPath: $0.path).sorted() } ?? [])
    }

    private func payload(_ attachments: [SealedAttachment]) -> Payload {
        var payload = Payload(alert: Alert(title: "Photo"))
        payload.attachments = attachments
        return payload
    }

    @Test("a blob becomes an attachment of its type, in the place of its thumbnail")
    func attached() async throws {
        let (blob, attachment) = try Self.seal()
        let shown = try await deliver(payload([attachment]), from: Host([Self.url: .blob(blob)]))
        #expect(shown.codes == [nil])
        #expect(shown.files == [Self.photo()])
        #expect(shown.delivery.content.attachments.map(\.type) == ["public.jpeg"])
        #expect(shown.names == ["0.jpg", "thumbnail-0.jpg"])
        #expect(shown.delivery.extensionErrors.isEmpty)
        #expect(shown.delivery.stages.map(\.name) == ["thumbnails", "attachments"])
    }

    @Test("attachments are shown in their order, a failed one by its thumbnail, before those of the app")
    func order() async throws {
        let urls = (0..<4).map { "\(Self.url)/\($0)" }
        let sealed = try urls.indices.map { try Self.seal(Self.photo(seed: UInt8($0)), url: urls[$0]) }
        let withoutThumbnail = try Self.seal(url: urls[2], thumbnail: nil)
        let attachments = [sealed[0], sealed[1], withoutThumbnail, sealed[3]].map(\.attachment)
        let own = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).jpg")
        try Data(Self.photo(3)).write(to: own)
        defer { try? FileManager.default.removeItem(at: own) }
        let stage = NotificationStage("own") { content, _ in
            content.attachments += [try UNNotificationAttachment(identifier: "own", url: own)]
            return content
        }
        let host = Host([urls[0]: .blob(sealed[0].blob), urls[3]: .blob(sealed[3].blob)])
        let shown = try await deliver(payload(attachments), from: host, stages: [stage])
        #expect(shown.codes == [nil, .downloadFailed, .downloadFailed, nil])
        let ids = shown.delivery.content.attachments.map(\.identifier)
        #expect(ids == ["sealedpush-0", "sealedpush-1", "sealedpush-3", "own"])
        #expect(shown.files == [Self.photo(seed: 0), Self.thumbnail, Self.photo(seed: 3), Self.photo(3)])
        #expect(host.fetched.withLock { $0 } == urls)
    }

    /// The refusals of the vectors that a reader makes before the download.
    static let unfetched: [(name: String, code: String, changes: JSONObject)] = {
        let fixtures = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Fixtures")
        let bytes = (try? Data(contentsOf: fixtures.appending(path: "vectors/attachments.json"))).map(Array.init) ?? []
        let refusals = (try? JSONValue(parsing: bytes))?.objectValue?["refusals"]?.arrayValue ?? []
        return refusals.compactMap(\.objectValue).compactMap { refusal in
            guard let name = refusal["name"]?.stringValue, let code = refusal["expect"]?.stringValue,
                ["forbiddenHost", "forbiddenType", "tooLarge"].contains(code),
                let changes = refusal["descriptor"]?.objectValue
            else { return nil }
            return (name, code, changes)
        }
    }()

    @Test("a descriptor that the vectors refuse is not fetched", arguments: unfetched)
    func notFetched(name: String, code: String, changes: JSONObject) async throws {
        var json = try #require(
            payload([Self.seal().attachment])["sealedpush"]?.objectValue?["attachments"]?.arrayValue?[0].objectValue)
        for member in changes { json[member.name.string] = member.value }
        let host = Host([:])
        let changed = Payload(["aps": ["alert": ["title": "Photo"]], "sealedpush": ["attachments": [.object(json)]]])
        let shown = try await deliver(changed, from: host)
        #expect(shown.codes.map { $0?.rawValue } == [code])
        #expect(shown.files == [Self.thumbnail] && shown.names == ["thumbnail-0.jpg"])
        #expect(host.fetched.withLock { $0 }.isEmpty)
    }

    @Test("the vectors of refusals before the download are read")
    func vectors() { #expect(Self.unfetched.count == 23) }

    enum Fault: String, CaseIterable {
        case cutOff, short, long, endless, wrongBytes, wrongKey, wrongContent, notFound

        var code: AttachmentError.Code {
            switch self {
            case .cutOff, .notFound: .downloadFailed
            case .short, .long, .endless: .badSize
            case .wrongBytes: .badDigest
            case .wrongKey: .cannotOpen
            case .wrongContent: .wrongContent
            }
        }
    }

    @Test("a fault of the host shows the text and the thumbnail, and leaves nothing else", arguments: Fault.allCases)
    func faults(fault: Fault) async throws {
        var (blob, attachment) = try Self.seal()
        let behaviour: Host.Behaviour?
        switch fault {
        case .cutOff: behaviour = .fails(after: Array(blob.prefix(100_000)))
        case .short: behaviour = .blob(blob.dropLast())
        case .long: behaviour = .blob(blob + [0])
        case .endless: behaviour = .endless
        case .wrongBytes:
            blob[100_000] ^= 1
            behaviour = .blob(blob)
        case .wrongKey:
            var json = try #require(
                payload([attachment])["sealedpush"]?.objectValue?["attachments"]?.arrayValue?[0].objectValue)
            json["key"] = .string(String(repeating: "A", count: 43))
            attachment = try #require(Payload(["sealedpush": ["attachments": [.object(json)]]]).attachments?.first)
            behaviour = .blob(blob)
        case .wrongContent:
            (blob, attachment) = try Self.seal([0x89] + Self.photo())
            behaviour = .blob(blob)
        case .notFound: behaviour = nil
        }
        let shown = try await deliver(
            payload([attachment]), from: Host(behaviour.map { [Self.url: $0] } ?? [:]))
        #expect(shown.codes == [fault.code])
        #expect(shown.files == [Self.thumbnail])
        #expect(shown.names == ["thumbnail-0.jpg"])
        #expect(shown.delivery.content.attachments.map(\.identifier) == ["sealedpush-0"])
        #expect(shown.delivery.extensionErrors.isEmpty)
    }

    @Test("a download that takes too long is given up five seconds before the end, and all after it")
    func outOfTime() async throws {
        let (blob, attachment) = try Self.seal()
        let host = Host([Self.url: .hangs(after: Array(blob.prefix(100_000)))])
        let clock = ManualClock()
        let run = try start(payload([attachment, attachment]), policy: Self.policy(host, clock), on: ManualClock())
        try await until("the download hangs") { host.hanging.withLock { $0 != nil } }
        #expect(await clock.nextDeadline().offset == .seconds(25))
        clock.advance(by: .seconds(25))
        let shown = try await shown(run)
        #expect(shown.codes == [.outOfTime, .outOfTime])
        #expect(shown.files == [Self.thumbnail, Self.thumbnail])
        #expect(shown.names == ["thumbnail-0.jpg", "thumbnail-1.jpg"])
        #expect(host.fetched.withLock { $0 }.count == 1)
        host.release()
        try await until("the late bytes arrive") { !host.late.withLock { $0 }.isEmpty }
        #expect(host.late.withLock { $0 } == [false])
    }

    @Test("when the system ends the extension's time earlier, the text and the thumbnail are shown")
    func expiry() async throws {
        let (_, attachment) = try Self.seal()
        let host = Host([Self.url: .hangs(after: [])])
        let clock = ManualClock()
        let run = try start(payload([attachment]), policy: Self.policy(host, ManualClock()), on: clock)
        try await until("the download hangs") { host.hanging.withLock { $0 != nil } }
        clock.advance(by: .seconds(30))
        let shown = try await shown(run)
        host.release()
        #expect(shown.codes == [.outOfTime])
        #expect(shown.files == [Self.thumbnail])
    }

    @Test("without a policy nothing is fetched or attached, and without hosts the thumbnails are")
    func withoutHosts() async throws {
        let (blob, attachment) = try Self.seal()
        let host = Host([Self.url: .blob(blob)])
        let ignored = try await deliver(payload([attachment]), policy: nil)
        #expect(ignored.codes.isEmpty && ignored.files.isEmpty)
        let policy = AttachmentPolicy(hosts: [], fetcher: host)
        let shown = try await deliver(payload([attachment]), policy: policy)
        #expect(shown.codes == [.forbiddenHost] && shown.files == [Self.thumbnail])
        #expect(host.fetched.withLock { $0 }.isEmpty)
    }

    @Test("an app's own limit is lower than Apple's")
    func ownLimit() async throws {
        let (blob, attachment) = try Self.seal()
        let host = Host([Self.url: .blob(blob)])
        for (limit, code) in [(200_003, .tooLarge), (200_004, nil)] as [(Int, AttachmentError.Code?)] {
            let policy = AttachmentPolicy(hosts: ["media.example.com"], maximumByteCount: limit, fetcher: host)
            #expect(try await deliver(payload([attachment]), policy: policy).codes == [code])
        }
    }

    @Test("descriptors that are not valid are not fetched, and the text is shown")
    func invalid() async throws {
        let host = Host([:])
        let shown = try await deliver(
            Payload([
                "aps": ["alert": ["title": "Photo"]],
                "sealedpush": ["attachments": [["url": "https://media.example.com/"]]],
            ]),
            from: host)
        #expect(shown.codes == [.invalidDescriptor])
        #expect(shown.files.isEmpty && host.fetched.withLock { $0 }.isEmpty)
        #expect(shown.delivery.commands == nil)
    }

    @Test("a thumbnail that is neither JPEG nor PNG is not shown")
    func otherThumbnail() async throws {
        let (_, attachment) = try Self.seal(thumbnail: Array("GIF89a".utf8))
        let shown = try await deliver(payload([attachment]), from: Host([:]))
        #expect(shown.codes == [.downloadFailed] && shown.files.isEmpty)
    }

    @Test("a thumbnail is a PNG, too; without attachments there is no stage for them")
    func thumbnails() async throws {
        let (_, attachment) = try Self.seal(thumbnail: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        let shown = try await deliver(payload([attachment]), from: Host([:]))
        #expect(shown.names == ["thumbnail-0.png"])
        #expect(try await deliver(payload([]), from: Host([:])).delivery.stages.isEmpty)
    }

    @Test("without a folder that can be written the text is shown, and the folders of ended extensions are removed")
    func folders() async throws {
        let (blob, attachment) = try Self.seal()
        var policy = Self.policy(Host([Self.url: .blob(blob)]), ManualClock())
        policy.folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: policy.folder) }
        try Data().write(to: policy.folder)
        let shown = try await deliver(payload([attachment]), policy: policy)
        #expect(shown.codes == [.unavailable] && shown.files.isEmpty)

        try FileManager.default.removeItem(at: policy.folder)
        for (name, age) in [("ended", 3_700.0), ("running", 3_500)] {
            let folder = policy.folder.appending(path: name)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: folder.path)
        }
        #expect(try await deliver(payload([attachment]), policy: policy).codes == [nil])
        let names = try FileManager.default.contentsOfDirectory(atPath: policy.folder.path)
        #expect(names.count == 2 && names.contains("running"))
    }
}
