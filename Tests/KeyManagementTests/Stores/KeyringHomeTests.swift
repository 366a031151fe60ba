import CryptoPrimitives
import Foundation
import StrictJSON
import TestSupport
import Testing

@testable import KeyManagement

/// The chains of a device's keyring move forward where it is stored.
@Suite("Chains in a store")
struct KeyringHomeTests {
    private static let start: Date = 1_795_263_600
    private let folder: TemporaryFolder
    private let later = start.unixTime + 86_400 * 40

    init() throws {
        folder = try TemporaryFolder()
        try folder.directory.add(Keyring.enrolled(name: "phone", lifetime: 1, at: Self.start))
    }

    private func firstDay() throws -> UInt16? { try folder.directory.keyring("phone").keys[0].enrolment?.chain?.day }

    @Test("an advance is kept once, and nothing is written where nothing changes")
    func advancing() async throws {
        let store = WatchedStore(folder.directory)
        let phone = try store.keyring("phone")
        let home = try #require(phone.currentHome)
        let before = try #require(try firstDay())
        // False if a busy machine takes longer than a second; it goes on then.
        _ = try home.advance(phone, to: later, opened: phone.primary.thumbprint)
        try await until("the chain has moved") { try firstDay().map { $0 > before + 30 } ?? false }
        #expect(store.writeCount == 1)
        while try !home.advance(phone, to: later, opened: phone.primary.thumbprint) {}
        #expect(store.writeCount == 1)
    }

    @Test("an advance that another change overtakes is made from the newest keyring")
    func overtaken() async throws {
        let store = WatchedStore(folder.directory) { directory in
            _ = try? directory.change("phone") { _ = try $0.offer(at: Self.start) }
        }
        let phone = try store.keyring("phone")
        let before = try #require(try firstDay())
        _ = try #require(phone.currentHome).advance(phone, to: later, opened: phone.primary.thumbprint)
        try await until("the chain has moved") { try firstDay().map { $0 > before + 30 } ?? false }
        #expect(try folder.directory.keyring("phone").keys.count == 2)
        #expect(store.writeCount == 2)
    }

    @Test("an advance that fails is reported, so that it is made later")
    func failing() async throws {
        let phone = try folder.directory.keyring("phone")
        try await folder.shell("chmod 777 .")
        #expect(try !#require(phone.currentHome).advance(phone, to: later, opened: phone.primary.thumbprint))
    }

    @Test("a keyring that was changed in memory has no home, and its copy without chains only its other secrets")
    func changed() throws {
        var phone = try folder.directory.keyring("phone")
        var changed = phone
        _ = try changed.offer(at: Self.start)
        #expect(changed.currentHome == nil)
        phone.keys += try Keyring.generate(name: "other", role: .device, at: Self.start).keys
        #expect(phone.keys.map { $0.enrolment == nil } == [false, true])
        let copy = phone.withoutChains
        #expect(copy.keys.map { $0.enrolment == nil } == [false, true])
        #expect(copy.keys[0].enrolment?.chain == nil)
        #expect(copy.isSecret)
    }
}
