import Foundation
import PushPayload
import StrictJSON
import Testing

@Suite("The payload fixtures")
struct FixtureTests {
    static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures/payloads")

    static let paths = (FileManager.default.subpaths(atPath: folder.path) ?? [])
        .filter { $0.hasSuffix(".json") }.sorted()

    static func bytes(_ path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appending(path: path)))
    }

    @Test("each push type that Apple documents has payloads, and no other type does")
    func folders() {
        let folders = Set(Self.paths.compactMap { $0.split(separator: "/").first.map(String.init) })
        #expect(folders == Set(PushType.documented.map(\.rawValue)))
    }

    @Test("the list of README.md names each file once")
    func list() throws {
        let list = String(decoding: try Self.bytes("README.md"), as: UTF8.self)
        let named = list.split(separator: "\n").filter { $0.hasPrefix("- `") }
            .compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) }
        #expect(named == Self.paths)
    }

    @Test("a payload is strict JSON without null, small enough to be sealed", arguments: paths)
    func valid(path: String) throws {
        let bytes = try Self.bytes(path)
        #expect(bytes.count <= 2_700)
        let payload = try Payload(parsing: bytes)
        #expect(!Self.holdsNull(.object(payload.root)))
        #expect(payload.serializedByteCount <= bytes.count)
        #expect(try Payload(parsing: payload.serialized()) == payload)
    }

    @Test("the folder is the push type that the content determines, if any", arguments: paths)
    func type(path: String) throws {
        let type = PushType(rawValue: String(path.prefix { $0 != "/" }))
        let derived = PushType.derived(from: try Payload(parsing: try Self.bytes(path)))
        let isTold: Set<PushType> = [.alert, .background, .liveactivity, .fileprovider, .mdm]
        #expect(derived == (isTold.contains(type) ? type : nil))
    }

    @Test("writing what a view reads changes nothing", arguments: paths)
    func views(path: String) throws {
        let payload = try Payload(parsing: try Self.bytes(path))
        var copy = payload
        copy.aps = payload.aps
        copy.aps.rewriteEverything()
        #expect(copy.serialized() == payload.serialized())
    }

    @Test("each key of Apple's tables has a payload that holds it")
    func keys() throws {
        var held: Set<String> = []
        for path in Self.paths {
            let payload = try Payload(parsing: try Self.bytes(path))
            for member in payload.root { held.insert("/" + member.name.string) }
            for member in payload.aps.members { held.insert("aps/" + member.name.string) }
            for member in payload.aps.alert?.members ?? [:] { held.insert("alert/" + member.name.string) }
            for member in payload.aps.members["sound"]?.objectValue ?? [:] {
                held.insert("sound/" + member.name.string)
            }
        }
        let aps = [
            "alert", "badge", "sound", "thread-id", "category", "content-available", "mutable-content",
            "target-content-id", "interruption-level", "relevance-score", "filter-criteria", "url-args", "timestamp",
            "event", "content-state", "attributes-type", "attributes", "stale-date", "dismissal-date",
            "input-push-token", "input-push-channel", "content-changed",
        ]
        let alert = [
            "title", "subtitle", "body", "launch-image", "title-loc-key", "title-loc-args", "subtitle-loc-key",
            "subtitle-loc-args", "loc-key", "loc-args", "action", "action-loc-key", "summary-arg", "summary-arg-count",
            "sound",
        ]
        let others = ["/container-identifier", "/domain", "/mdm", "sound/critical", "sound/name", "sound/volume"]
        let wanted = aps.map { "aps/" + $0 } + alert.map { "alert/" + $0 } + others
        #expect(wanted.filter { !held.contains($0) } == [])
    }

    @Test("one payload is close to the limit")
    func nearLimit() throws {
        let sizes = try Self.paths.map { try Payload(parsing: Self.bytes($0)).serializedByteCount }
        #expect(2_600...2_700 ~= sizes.max() ?? 0)
    }

    private static func holdsNull(_ value: JSONValue) -> Bool {
        switch value {
        case .null: true
        case .array(let elements): elements.contains(where: holdsNull)
        case .object(let object): object.contains { holdsNull($0.value) }
        case .bool, .number, .string: false
        }
    }
}

extension APS {
    /// Assigns each typed member to itself where it reads as something.
    mutating func rewriteEverything() {
        if let value = alert { alert = value }
        if let value = alert?.body { alert?.body = value }
        if let value = alert?.title { alert?.title = value }
        if let value = alert?.locArgs { alert?.locArgs = value }
        if let value = alert?.titleLocKey { alert?.titleLocKey = value }
        if let value = badge { badge = value }
        if let value = sound { sound = value }
        if let value = threadID { threadID = value }
        if let value = category { category = value }
        contentAvailable = contentAvailable
        mutableContent = mutableContent
        if let value = targetContentID { targetContentID = value }
        if let value = interruptionLevel { interruptionLevel = value }
        if let value = relevanceScore { relevanceScore = value }
        if let value = filterCriteria { filterCriteria = value }
        contentChanged = contentChanged
        if let value = event { event = value }
        if let value = timestamp { timestamp = value }
        if let value = contentState { contentState = value }
        if let value = attributes { attributes = value }
        inputPushToken = inputPushToken
    }
}
