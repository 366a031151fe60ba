import Foundation
import KeyDatabase
import KeyManagement
import RoundTrip
import Testing

@Suite("The contract of a store")
struct ContractTests {
    @Test("a store in memory keeps every law")
    func memory() async {
        let contract = KeyStoreContract { MemoryKeyStore() }
        for violation in await contract.run() { Issue.record("\(violation)") }
    }

    @Test("a folder keeps every law")
    func directory() async throws {
        let folder = try Folder()
        let contract = KeyStoreContract { KeyDirectory(folder.path(UUID().uuidString)) }
        for violation in await contract.run() { Issue.record("\(violation)") }
    }

    @Test("an SQLite file keeps every law")
    func database() async throws {
        let folder = try Folder()
        let contract = KeyStoreContract { try folder.store(UUID().uuidString) }
        for violation in await contract.run() { Issue.record("\(violation)") }
    }

    @Test("the store that the faults are put into keeps every law without one")
    func faultless() async {
        let contract = KeyStoreContract { FaultyStore(nil) }
        for violation in await contract.run() { Issue.record("\(violation)") }
    }

    @Test("each fault breaks its law", arguments: FaultyStore.Fault.allCases)
    func broken(fault: FaultyStore.Fault) async {
        let contract = KeyStoreContract { FaultyStore(fault) }
        // Two changes must meet for a comparison outside of the transaction to matter, which chance decides.
        var broken: Set<KeyStoreContract.Law> = []
        for _ in 0..<(fault == .comparesBeforeTheTransaction ? 50 : 1) where !broken.isSuperset(of: fault.laws) {
            broken.formUnion(await contract.run().map(\.law))
        }
        #expect(broken.isSuperset(of: fault.laws), "broken: \(broken)")
    }

    @Test("each law is broken by a fault")
    func complete() {
        #expect(Set(FaultyStore.Fault.allCases.flatMap(\.laws)) == Set(KeyStoreContract.Law.allCases))
    }
}
