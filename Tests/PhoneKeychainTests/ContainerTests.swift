import Foundation
import PhoneState
import Testing

@Suite("App groups")
struct ContainerTests {
    private let group = "group.com.example.bank"

    private func phone() -> Phone { Phone(entitlements: Entitlements(applicationGroups: [group])) }

    @Test("app and extension share the folder of their group; code without the entitlement gets nil")
    func sharing() throws {
        let phone = phone()
        let folder = try #require(phone.container(ofApplicationGroup: group))
        try Data("report".utf8).write(to: folder.appending(path: "report.json"))
        let app = phone.with(Entitlements(bundle: "com.example.bank", applicationGroups: [group]))
        #expect(app.container(ofApplicationGroup: group) == folder)
        #expect(app.container(ofApplicationGroup: "group.com.example.other") == nil)
        #expect(phone.with(Entitlements()).container(ofApplicationGroup: group) == nil)
        #expect(self.phone().container(ofApplicationGroup: group) != folder)
    }

    @Test("a group is not a path", arguments: ["../x", "/tmp", "."])
    func paths(group: String) {
        let phone = Phone(entitlements: Entitlements(applicationGroups: [group]))
        #expect(phone.container(ofApplicationGroup: group) == nil)
    }

    @Test("a restored phone has the files, in a folder of its own, and the folder ends with the phone")
    func restored() throws {
        var phone: Phone? = phone()
        let folder = try #require(phone?.container(ofApplicationGroup: group))
        try Data("report".utf8).write(to: folder.appending(path: "report.json"))
        let restored = try #require(try phone?.restored())
        phone = nil
        #expect(!FileManager.default.fileExists(atPath: folder.path))
        let copy = try #require(restored.container(ofApplicationGroup: group))
        #expect(try Data(contentsOf: copy.appending(path: "report.json")) == Data("report".utf8))
    }

    @Test("an app and its extension have a data container each, which a restored phone has too, and a new team keeps")
    func dataContainers() throws {
        let phone = Phone(entitlements: Entitlements(bundle: "com.example.bank"))
        let app = try #require(phone.dataContainer)
        let service = phone.with(Entitlements(bundle: "com.example.bank.service"))
        #expect(try #require(service.dataContainer) != app)
        try Data("report".utf8).write(to: app.appending(path: "report.json"))
        #expect(phone.transferred(toTeam: "NEWTEAM123").dataContainer == app)
        let restored = try phone.restored()
        let copy = try #require(restored.dataContainer)
        #expect(copy != app)
        #expect(FileManager.default.contents(atPath: copy.appending(path: "report.json").path) == Data("report".utf8))
        #expect(Phone(entitlements: Entitlements(bundle: "../x")).dataContainer == nil)
    }
}
