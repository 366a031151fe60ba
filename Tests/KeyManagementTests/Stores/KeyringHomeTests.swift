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

    /// Longer than any machine is busy.
    private static let limit = Duration.seconds(3600)

    private func advance(_ phone: Keyring, within limit: Duration = limit) throws -> Bool {
        try #require(phone.currentHome).advance(phone, to: later, opened: phone.primary.thumbprint, within: limit)
    }

    @Test("an advance is kept once, and nothing is written where nothing changes")
    func advancing() throws {
        let store = WatchedStore(folder.directory)
        let phone = try store.keyring("phone")
        let before = try #require(try firstDay())
        #expect(try advance(phone))
        #expect(try #require(try firstDay()) > before + 30)
        #expect(store.writeCount == 1)
        #expect(try advance(phone))
        #expect(store.writeCount == 1)
    }

    @Test("an advance that another change overtakes is made from the newest keyring")
    func overtaken() throws {
        let store = WatchedStore(folder.directory) { directory in
            _ = try? directory.change("phone") { _ = try $0.offer(at: Self.start) }
        }
        let phone = try store.keyring("phone")
        let before = try #require(try firstDay())
        #expect(try advance(phone))
        #expect(try #require(try firstDay()) > before + 30)
        #expect(try folder.directory.keyring("phone").keys.count == 2)
        #expect(store.writeCount == 2)
    }

    @Test("an advance that fails is reported, so that it is made later")
    func failing() async throws {
        let phone = try folder.directory.keyring("phone")
        try await folder.shell("chmod 777 .")
        #expect(try !advance(phone))
    }

    @Test("an advance that takes longer than its limit is not waited for, and goes on")
    func late() async throws {
        let isHeld = DispatchSemaphore(value: 0)
        let phone = try WatchedStore(folder.directory) { _ in isHeld.wait() }.keyring("phone")
        let before = try #require(try firstDay())
        #expect(try !advance(phone, within: .zero))
        #expect(try firstDay() == before)
        isHeld.signal()
        try await until("the chain has moved") { try #require(try firstDay()) > before + 30 }
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
