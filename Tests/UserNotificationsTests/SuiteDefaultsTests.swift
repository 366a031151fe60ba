import Dispatch
import ExtensionHost
import Foundation
import Glibc
import PhoneState
import PushPayload
import TestSupport
import Testing
import UserNotifications

/// `UserDefaults(suiteName:)` as an app and its extension call it.
@Suite("The defaults of an app group")
struct SuiteDefaultsTests {
    static let group = "group.com.example.bank"

    let phone = Phone(entitlements: Entitlements(bundle: "com.example.bank", applicationGroups: [group]))

    private func suite(_ name: String = group, on phone: Phone) -> UserDefaults? {
        phone.perform { UserDefaults(suiteName: name) }
    }

    @Test("the members of an app group share its defaults, a file in the group's folder")
    func sharing() throws {
        let app = try #require(suite(on: phone))
        app.set("Jane", forKey: "name")
        app.set(3, forKey: "count")
        app.set(true, forKey: "flag")
        app.set(0.5, forKey: "half")
        app.set(Data([1, 2]), forKey: "data")
        app.set(Date(timeIntervalSinceReferenceDate: 0.5), forKey: "date")
        app.set(["a": [1, 2]], forKey: "nested")
        app.set(URL(string: "https://example.com/a"), forKey: "url")
        app.set(["x", "y"], forKey: "list")
        let member = phone.with(Entitlements(bundle: "com.example.bank.service", applicationGroups: [Self.group]))
        let service = try #require(suite(on: member))
        #expect(service.string(forKey: "name") == "Jane")
        #expect(service.integer(forKey: "count") == 3)
        #expect(service.bool(forKey: "flag") && !service.bool(forKey: "none"))
        #expect(service.double(forKey: "half") == 0.5)
        #expect(service.data(forKey: "data") == Data([1, 2]))
        #expect(service.object(forKey: "date") as? Date == Date(timeIntervalSinceReferenceDate: 0.5))
        #expect(service.dictionary(forKey: "nested") as? [String: [Int]] == ["a": [1, 2]])
        #expect(service.url(forKey: "url") == URL(string: "https://example.com/a"))
        #expect(service.stringArray(forKey: "list") == ["x", "y"])
        service.removeObject(forKey: "name")
        service.set(nil as String?, forKey: "flag")
        #expect(app.string(forKey: "name") == nil && app.object(forKey: "flag") == nil)
        #expect(service.dictionaryRepresentation()["count"] as? Int == 3)
        #expect(service.synchronize())
        // As Foundation writes it.
        let folder = try #require(phone.container(ofApplicationGroup: Self.group))
        let file = try Data(contentsOf: folder.appending(path: "Library/Preferences/\(Self.group).plist"))
        let list = try PropertyListSerialization.propertyList(from: file, format: nil) as? [String: Any]
        #expect(list?["count"] as? Int == 3 && list?["list"] as? [String] == ["x", "y"])
    }

    @Test("code without the entitlement has defaults of its own under the name, which its app does not see")
    func missingEntitlement() throws {
        let app = try #require(suite(on: phone))
        app.set("Jane", forKey: "name")
        let stranger = phone.with(Entitlements(bundle: "com.example.bank.service"))
        let service = try #require(suite(on: stranger))
        #expect(service.string(forKey: "name") == nil)
        service.set("John", forKey: "name")
        #expect(service.string(forKey: "name") == "John")
        #expect(app.string(forKey: "name") == "Jane")
        // Nor on another phone; and a name that is no group's belongs to the code alone.
        #expect(suite(on: Phone(entitlements: phone.entitlements))?.string(forKey: "name") == nil)
        suite("settings", on: phone)?.set(1, forKey: "one")
        #expect(suite("settings", on: phone)?.integer(forKey: "one") == 1)
        #expect(suite("settings", on: stranger)?.integer(forKey: "one") == 0)
    }

    @Test("the code's own bundle id, the global domain and a path are no suites")
    func invalidNames() {
        for name in ["com.example.bank", UserDefaults.globalDomain, "a/b", "../a", "", "a\u{0}"] {
            #expect(suite(name, on: phone) == nil, "\(name)")
        }
    }

    @Test("registered defaults apply where a suite has no value")
    func registration() throws {
        let defaults = try #require(suite(on: phone))
        let key = "registered-\(UUID().uuidString)"
        defaults.register(defaults: [key: 1])
        #expect(suite(on: phone)?.integer(forKey: key) == 1)
        defaults.set(2, forKey: key)
        #expect(defaults.integer(forKey: key) == 2)
        defaults.removeObject(forKey: key)
        #expect(defaults.integer(forKey: key) == 1)
        #expect(defaults.dictionaryRepresentation()[key] as? Int == 1)
    }

    @Test("of changes at the same time none is lost")
    func concurrency() async throws {
        let phone = phone
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask {
                    phone.perform { UserDefaults(suiteName: Self.group) }?.set(number, forKey: "\(number)")
                }
            }
        }
        let defaults = try #require(suite(on: phone))
        let values = (0..<40).map { number in defaults.object(forKey: "\(number)") as? Int }
        #expect(values == Array(0..<40))
    }

    @Test("a change of defaults waits while another process changes their file")
    func lock() async throws {
        let phone = phone
        let defaults = try #require(suite(on: phone))
        defaults.set(1, forKey: "early")
        let folder = try #require(phone.container(ofApplicationGroup: Self.group)).appending(
            path: "Library/Preferences")
        let lock = open(folder.path, O_RDONLY | O_CLOEXEC)
        #expect(flock(lock, LOCK_EX) == 0)
        var metadata = stat()
        #expect(fstat(lock, &metadata) == 0)
        let inode = metadata.st_ino
        async let change: Void = onOwnThread {
            phone.perform { UserDefaults(suiteName: Self.group) }?.set(1, forKey: "late")
        }
        // A line of a lock that is waited for has an arrow (proc_locks(5)).
        try await until("the change waits for the lock") {
            try String(contentsOfFile: "/proc/locks", encoding: .utf8).split(separator: "\n")
                .contains { $0.contains("-> FLOCK") && $0.contains(":\(inode) ") }
        }
        #expect(defaults.object(forKey: "late") == nil)
        close(lock)
        try await change
        #expect(defaults.integer(forKey: "late") == 1)
    }

    @Test("a constant of the module serves each phone, and a damaged file counts as empty")
    func constant() throws {
        // As extensions keep it: made once, used on every phone.
        let shared = try #require(suite(on: phone))
        let other = Phone(entitlements: phone.entitlements)
        other.perform { shared.set(1, forKey: "one") }
        #expect(shared.object(forKey: "one") == nil)
        #expect(suite(on: other)?.integer(forKey: "one") == 1)
        let folder = try #require(other.container(ofApplicationGroup: Self.group))
        try Data("damaged".utf8).write(to: folder.appending(path: "Library/Preferences/\(Self.group).plist"))
        #expect(suite(on: other)?.object(forKey: "one") == nil)
        suite(on: other)?.set(2, forKey: "one")
        #expect(suite(on: other)?.integer(forKey: "one") == 2)
    }

    @Test("the persistent domain of a suite's name is its file")
    func persistentDomain() throws {
        let defaults = try #require(suite(on: phone))
        defaults.set(1, forKey: "one")
        #expect(defaults.persistentDomain(forName: Self.group) as? [String: Int] == ["one": 1])
        defaults.setPersistentDomain(["two": 2], forName: Self.group)
        #expect(suite(on: phone)?.object(forKey: "one") == nil)
        #expect(suite(on: phone)?.integer(forKey: "two") == 2)
        #expect(suite(on: Phone(entitlements: phone.entitlements))?.object(forKey: "two") == nil)
        defaults.removePersistentDomain(forName: Self.group)
        #expect(suite(on: phone)?.object(forKey: "two") == nil)
    }

    @Test(
        "a link, a pipe or a folder in place of the file is neither read nor replaced", .timeLimit(.minutes(60)),
        arguments: ["link", "pipe", "folder"])
    func irregularFile(kind: String) throws {
        let folder = try #require(phone.container(ofApplicationGroup: Self.group)).appending(
            path: "Library/Preferences")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: "\(Self.group).plist")
        let other = folder.appending(path: "other.plist")
        let values = try PropertyListSerialization.data(fromPropertyList: ["one": 1], format: .binary, options: 0)
        try values.write(to: other)
        switch kind {
        case "link": try FileManager.default.createSymbolicLink(at: file, withDestinationURL: other)
        case "pipe": #expect(mkfifo(file.path, 0o600) == 0)
        default: try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
        }
        let type = { try FileManager.default.attributesOfItem(atPath: file.path)[.type] as? FileAttributeType }
        let before = try type()
        let defaults = try #require(suite(on: phone))
        #expect(defaults.object(forKey: "one") == nil)
        defaults.set(2, forKey: "one")
        #expect(defaults.object(forKey: "one") == nil)
        #expect(try type() == before && before != .typeRegular)
        #expect(try Data(contentsOf: other) == values)
    }

    @Test("a value that no property list has stops the program as on a phone")
    func invalidValue() async {
        await #expect(processExitsWith: .failure) {
            Phone(entitlements: Entitlements(applicationGroups: ["group.a"])).perform {
                UserDefaults(suiteName: "group.a")?.set(Set([1]), forKey: "set")
            }
        }
    }

    @Test("an extension in its own process shares the group's defaults with its app, between pushes and processes")
    func process() async throws {
        suite(on: phone)?.set(40, forKey: "count")
        let service = phone.with(Entitlements(bundle: "com.example.bank.service", applicationGroups: [Self.group]))
        var payload = Payload(["aps": ["alert": ["title": "a"], "mutable-content": 1], "do": "defaults"])
        payload["group"] = .string(Self.group)
        var bodies: [String] = []
        for _ in 0..<2 {
            let host = Specimens.host(on: service)
            for _ in 0..<2 { bodies.append(await host.deliver(payload).content.body) }
            await host.shutDown()
        }
        // The count of the group, and that of the extension's standard defaults.
        #expect(bodies == ["41 1", "42 2", "43 3", "44 4"])
        #expect(suite(on: phone)?.integer(forKey: "count") == 44)
    }

    @Test("without a data container an extension's process is not started, since its home would be the user's")
    func noHome() async {
        let payload = Payload(["aps": ["alert": ["title": "a"], "mutable-content": 1], "do": "home"])
        let host = Specimens.host(on: phone.with(Entitlements(bundle: "a/b")))
        let delivery = await host.deliver(payload)
        await host.shutDown()
        #expect(delivery.reason?.code == .notStarted)
        #expect(delivery.outcome == .unchanged && delivery.content.title == "a")
    }

    @Test("an extension's own process has a home and standard defaults of its own, on its phone")
    func standard() async throws {
        let payload = Payload(["aps": ["alert": ["title": "a"], "mutable-content": 1], "do": "home"])
        var homes: [String] = []
        for bundle in ["com.example.bank.service", "com.example.bank.other"] {
            let service = phone.with(Entitlements(bundle: bundle))
            let host = Specimens.host(on: service)
            homes.append(await host.deliver(payload).content.body)
            await host.shutDown()
            #expect(
                try URL(filePath: homes.last ?? "").lastPathComponent
                    == #require(service.dataContainer).lastPathComponent)
        }
        #expect(Set(homes).count == 2)
        #expect(!homes.contains(NSHomeDirectory()))
    }
}
