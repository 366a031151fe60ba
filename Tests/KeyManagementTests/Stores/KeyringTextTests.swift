import Glibc
import StrictJSON
import TestSupport
import Testing

@testable import KeyManagement

/// The bounds of a keyring's text.
@Suite("The text of a keyring")
struct KeyringTextTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("a text has from 1 byte to 16 MiB")
    func copying() throws {
        let largest = [UInt8](repeating: 32, count: 16 << 20)
        #expect(try kept(largest).byteCount == largest.count)
        #expect(try kept([32]).byteCount == 1)
        expectError(.tooLarge) { try kept(largest + [32]) }
        expectError(.truncated) { try kept([]) }
    }

    @Test("a text that is imported has from 1 byte to 1 MiB")
    func reading() throws {
        let largest = [UInt8](repeating: 32, count: 1 << 20)
        for (bytes, code) in [
            (largest, nil), ([32], nil), (largest + [32], .tooLarge), ([], .truncated),
        ] as [([UInt8], KeyError.Code?)] {
            try folder.write(bytes, to: "text")
            let descriptor = open("\(folder.path)/text", O_RDONLY | O_CLOEXEC)
            defer { close(descriptor) }
            if let code {
                let error = #expect(throws: KeyError.self) { try KeyringText(reading: descriptor, name: "text") }
                // The reason names the file.
                #expect(error?.code == code && error?.reason.hasPrefix("text ") == true)
            } else {
                #expect(try KeyringText(reading: descriptor, name: "text").byteCount == bytes.count)
            }
        }
    }

    @Test("a text is written whole")
    func writing() throws {
        let descriptor = open("\(folder.path)/text", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        try kept([1, 2, 3]).write(to: descriptor, name: "text")
        #expect(try folder.read("text") == [1, 2, 3])
    }

    /// A keyring whose text has a number of bytes.
    private func keyring(ofByteCount count: Int) throws -> Keyring {
        var keyring = try Keyring.generate(name: "a", role: .provider, at: 1)
        keyring.otherMembers["x"] = ""
        let size = try keyring.text().byteCount
        keyring.otherMembers["x"] = .string(String(repeating: "x", count: count - size))
        return keyring
    }

    @Test("a keyring is kept up to the size that a reader takes")
    func largest() throws {
        #expect(try keyring(ofByteCount: 16 << 20).text().byteCount == 16 << 20)
        expectError(.tooLarge) { try keyring(ofByteCount: 16 << 20 + 1).text() }
    }

    @Test("a set has versions up to 2^53 - 1 when it is kept")
    func lastVersion() throws {
        var keyring = try Keyring.generate(name: "a", role: .provider, at: 1)
        keyring.setVersion = 1 << 53 - 1
        _ = try keyring.text()
        keyring.setVersion = 1 << 53
        expectError(.malformed) { try keyring.text() }
    }
}
