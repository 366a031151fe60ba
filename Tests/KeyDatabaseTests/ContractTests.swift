import Foundation
import KeyDatabase
import KeyManagement
import RoundTrip
import Testing

@Suite("The contract of a store")
struct ContractTests {
    /// The time that a law needs on a machine that is busy with other tests.
    private static let onBusyMachine = Duration.seconds(600)

    @Test("a store in memory keeps every law")
    func memory() async {
        for violation in await KeyStoreContract(make: { MemoryKeyStore() }).run() { Issue.record("\(violation)") }
    }

    @Test("a folder keeps every law")
    func directory() async throws {
        let folder = try Folder()
        var contract = KeyStoreContract { KeyDirectory(folder.path(UUID().uuidString)) }
        contract.timeLimit = Self.onBusyMachine
        for violation in await contract.run() { Issue.record("\(violation)") }
    }

    @Test("an SQLite file keeps every law")
    func database() async throws {
        let folder = try Folder()
        var contract = KeyStoreContract { try folder.store(UUID().uuidString) }
        contract.timeLimit = Self.onBusyMachine
        for violation in await contract.run() { Issue.record("\(violation)") }
    }

    @Test("the store that the faults are put into keeps every law without one")
    func faultless() async {
        for violation in await KeyStoreContract(make: { FaultyStore(nil) }).run() { Issue.record("\(violation)") }
    }

    @Test("each fault breaks its law", arguments: FaultyStore.Fault.allCases)
    func broken(fault: FaultyStore.Fault) async {
        var contract = KeyStoreContract { FaultyStore(fault) }
        contract.timeLimit = fault == .keepsNothing ? .seconds(0.5) : .seconds(60)
        let broken = Set(await contract.run().map(\.law))
        #expect(broken.isSuperset(of: fault.laws), "broken: \(broken)")
    }

    @Test("each law is broken by a fault")
    func complete() {
        #expect(Set(FaultyStore.Fault.allCases.flatMap(\.laws)) == Set(KeyStoreContract.Law.allCases))
    }
}
