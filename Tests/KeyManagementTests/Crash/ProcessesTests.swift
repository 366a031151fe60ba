import Foundation
import KeyManagement
import TestSupport
import Testing

@Suite("Many processes")
struct ProcessesTests {
    @Test("96 rotations by 8 processes at once lose no key")
    func rotations() async throws {
        let folder = try TemporaryFolder()
        try folder.directory.generate("k", role: .provider, at: 1)
        await withTaskGroup { group in
            for process in 0..<8 as Range<UInt32> {
                group.addTask { [path = folder.path] in
                    await #expect(processExitsWith: .success) { [path = path as String, process = process as UInt32] in
                        for rotation in 0..<12 as Range<UInt32> {
                            let now = Date(1000 * (process + 1) + rotation)
                            try KeyDirectory(path).change("k") { try $0.rotate(grace: .days(7), at: now) }
                        }
                    }
                }
            }
        }
        let keyring = try folder.directory.keyring("k")
        #expect(keyring.keys.count == 97)
        #expect(keyring.keys.filter { $0.state == .active }.count == 1)
        #expect(keyring.keys.allSatisfy { $0.isSecret })
        // Each process finds each of its own rotations.
        for process in 1...8 as ClosedRange<UInt32> {
            #expect(
                keyring.keys.filter { ($0.created.timeIntervalSince1970 / 1000).rounded(.down) == Double(process) }
                    .count == 12)
        }
        #expect(try folder.directory.publicKeyring("k").keys.map(\.thumbprint) == keyring.keys.map(\.thumbprint))
        // Made: two lines; each rotation: one key added, one retired, one activated.
        let lines = try folder.text("k.log").split(separator: "\n")
        #expect(lines.count == 2 + 3 * 96)
        #expect(Set(lines.filter { $0.contains("\"add\"") }).count == 97)
    }
}
