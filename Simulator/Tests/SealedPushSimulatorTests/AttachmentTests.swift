import Foundation
import LocalAPNsServer
import PushSealer
import Synchronization
import Testing

@testable import SealedPushSimulator
@testable import SimulatedExtension

/// From the provider over the media host to the lock screen.
@Suite("Sealed attachments")
struct AttachmentTests {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    private static let thumbnail = signature + Array(repeating: 7, count: 60)

    /// Bytes that begin as a PNG file does.
    private static func picture(_ count: Int) -> [UInt8] {
        signature + (signature.count..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    }

    private static func payload(_ attachments: SealedAttachment...) -> Payload {
        var payload = Payload(alert: .init(title: "Jane", body: "The view from here"))
        payload.attachments = attachments
        return payload
    }

    private static func files(_ delivery: Delivery) throws -> [[UInt8]] {
        try delivery.content.attachments.map { try Array(Data(contentsOf: $0.url)) }
    }

    /// Runs a test with a provider's attachment for a phone, and the fault of its download.
    private static func withFault(
        _ fault: MediaHost.Fault, clock: (any Clock<Duration>)? = nil,
        _ body: (Simulator, SimulatedPhone) async throws -> Void
    ) async throws {
        var configuration = SimulatorConfiguration()
        if let clock { configuration.extensionClock = clock }
        try await Simulator.run(configuration) { simulator in
            let phone = try await simulator.addPhone("jane", app: "com.example.bank")
            simulator.media.inject(fault)
            let photo = try simulator.provider.attach(picture(100_000), type: "public.png", thumbnail: thumbnail)
            try await simulator.provider.push(payload(photo), to: "jane")
            try await body(simulator, phone)
        }
    }

    private static func expectThumbnail(_ delivery: Delivery, _ code: AttachmentError.Code) throws {
        #expect(delivery.outcome == .opened && delivery.content.body == "The view from here")
        #expect(delivery.attachments == [code])
        #expect(try files(delivery) == [thumbnail])
    }

    @Test(
        "a picture and a sound are shown in their order, the media host has random bytes, and no file outlasts the phone"
    )
    func shown() async throws {
        let files = try await Simulator.run { simulator in
            let phone = try await simulator.addPhone("jane", app: "com.example.bank")
            let (picture, sound) = (Self.picture(200_000), Array("ID3".utf8) + Array(repeating: 5, count: 3_000))
            let payload = Self.payload(
                try simulator.provider.attach(picture, type: "public.png", thumbnail: Self.thumbnail),
                try simulator.provider.attach(sound, type: "public.mp3"))
            try await simulator.provider.push(payload, to: "jane")
            let delivery = try await phone.delivery(number: 1)
            #expect(delivery.attachments == [nil, nil])
            #expect(delivery.content.attachments.map(\.type) == ["public.png", "public.mp3"])
            #expect(try Self.files(delivery) == [picture, sound])
            let blobs = try FileManager.default.contentsOfDirectory(atPath: simulator.folder.media)
            for name in blobs {
                let blob = try Data(contentsOf: URL(fileURLWithPath: "\(simulator.folder.media)/\(name)"))
                #expect(
                    blob.firstRange(of: Data(Self.signature)) == nil && blob.firstRange(of: Data("ID3".utf8)) == nil)
            }
            #expect(blobs.count == 2)
            let page = await phone.detail(ofPush: 1)
            #expect(
                page?["attachments"] == [
                    ["type": "public.png", "picture": "/api/phones/jane/pictures/1/0"], ["type": "public.mp3"],
                ])
            #expect(await phone.picture(ofPush: 1, attachment: 0)?.bytes == picture)
            #expect(await phone.picture(ofPush: 1, attachment: 1) == nil)
            #expect(await phone.picture(ofPush: 1, attachment: 2) == nil)
            return delivery.content.attachments.map(\.url.path)
        }
        #expect(!files.isEmpty && !files.contains { FileManager.default.fileExists(atPath: $0) })
    }

    @Test("the largest picture is shown within the memory of an extension")
    func largest() async throws {
        try await Simulator.run { simulator in
            let phone = try await simulator.addPhone("jane", app: "com.example.bank")
            let photo = try simulator.provider.attach(Self.picture(10_000_000), type: "public.png")
            try await simulator.provider.push(Self.payload(photo), to: "jane")
            let delivery = try await phone.delivery(number: 1)
            #expect(delivery.attachments == [nil] && delivery.reason == nil)
            #expect(try Self.files(delivery).map(\.count) == [10_000_000])
        }
    }

    @Test(
        "after a fault of the media host the text is shown with the thumbnail, and the next download succeeds",
        arguments: [
            (MediaHost.Fault.cutOff, AttachmentError.Code.downloadFailed), (.wrongBytes, .badDigest),
            (.redirect, .downloadFailed), (.notFound, .downloadFailed), (.huge, .badSize),
        ])
    func faults(fault: MediaHost.Fault, code: AttachmentError.Code) async throws {
        try await Self.withFault(fault) { simulator, phone in
            try Self.expectThumbnail(try await phone.delivery(number: 1), code)
            let photo = try simulator.provider.attach(Self.picture(100_000), type: "public.png")
            try await simulator.provider.push(Self.payload(photo), to: "jane")
            #expect(try await phone.delivery(number: 2).attachments == [nil])
        }
    }

    @Test("a slow media host delays the text until the end of the extension's time at most")
    func slow() async throws {
        let clock = ManualClock()
        try await Self.withFault(.slow, clock: clock) { simulator, phone in
            // The download has begun once the host has taken the fault.
            try await eventually { simulator.media.faults.withLock { $0 == nil } }
            try await clock.advance(by: .seconds(30))
            try Self.expectThumbnail(try await phone.delivery(number: 1), .outOfTime)
        }
    }

    @Test("a fault without a count lasts until the faults are removed")
    func count() async throws {
        try await Simulator.run { simulator in
            let phone = try await simulator.addPhone("jane", app: "com.example.bank")
            simulator.media.inject(.notFound, count: nil)
            let photo = try simulator.provider.attach(Self.picture(100), type: "public.png")
            for number in 1...3 {
                if number == 3 { simulator.media.removeFaults() }
                try await simulator.provider.push(Self.payload(photo), to: "jane")
                let delivery = try await phone.delivery(number: number)
                #expect(delivery.attachments == [number == 3 ? nil : .downloadFailed])
                #expect(delivery.content.attachments.count == (number == 3 ? 1 : 0))
            }
        }
    }

    @Test("the media host serves the blobs alone")
    func paths() async throws {
        try await Simulator.run { simulator in
            let photo = try simulator.provider.attach(Self.picture(100_000), type: "public.png")
            let fetcher = MediaFetcher(authorityPath: simulator.description.authorityPath)
            let parts = Mutex<[Int]>([])
            try await fetcher.fetch(#require(URL(string: photo.url))) { part in parts.withLock { $0.append(part.count) }
            }
            let sizes = parts.withLock { $0 }
            #expect(sizes.reduce(0, +) > 100_000 && sizes.allSatisfy { $0 <= 65_536 })
            let media = simulator.description.media
            for name in ["other-1", "other.tmp"] {
                try Data([1]).write(to: URL(fileURLWithPath: "\(simulator.folder.media)/\(name)"))
            }
            try await fetcher.fetch(#require(URL(string: media + "other-1"))) { _ in }
            for path in [
                "", "..%2Fsimulator.json", "%2E%2E/simulator.json", "../simulator.json", "media/../../ca.pem", ".",
            ] {
                await #expect(throws: (any Error).self) {
                    try await fetcher.fetch(#require(URL(string: media + path))) { _ in }
                }
            }
            let page = try #require(URL(string: media.replacing("https", with: "http")))
            await #expect(throws: (any Error).self) { try await fetcher.fetch(page) { _ in } }
        }
    }

    @Test("an empty file has no byte that a fault could change, and is served")
    func empty() async throws {
        try await Simulator.run { simulator in
            try Data().write(to: URL(fileURLWithPath: "\(simulator.folder.media)/empty"))
            simulator.media.inject(.wrongBytes)
            let fetcher = MediaFetcher(authorityPath: simulator.description.authorityPath)
            let empty = try #require(URL(string: simulator.description.media + "empty"))
            try await fetcher.fetch(empty) { #expect($0.isEmpty) }
            #expect(simulator.media.faults.withLock { $0 == nil })
        }
    }

    @Test("the extension trusts only the simulator's CA")
    func authority() async throws {
        try await Simulator.run { simulator in
            let photo = try simulator.provider.attach(Self.picture(100), type: "public.png")
            let other = simulator.folder.path + "/other"
            try SimulatorFolder.make(other)
            let fetcher = MediaFetcher(authorityPath: try await ServerIdentity(folder: other).authorityPath)
            await #expect(throws: (any Error).self) {
                try await fetcher.fetch(#require(URL(string: photo.url))) { _ in Issue.record("received bytes") }
            }
        }
    }

    @Test("a cancelled download ends", .timeLimit(.minutes(10)), arguments: [MediaHost.Fault.slow, .huge])
    func cancellation(fault: MediaHost.Fault) async throws {
        try await Simulator.run { simulator in
            let photo = try simulator.provider.attach(Self.picture(100), type: "public.png")
            let url = try #require(URL(string: photo.url))
            simulator.media.inject(fault)
            let first = Latch<Int>()
            let fetcher = MediaFetcher(authorityPath: simulator.description.authorityPath)
            let download = Task { try await fetcher.fetch(url) { first.open(with: $0.count) } }
            #expect(await first.value != nil)
            download.cancel()
            await #expect(throws: (any Error).self) { try await download.value }
        }
    }
}
