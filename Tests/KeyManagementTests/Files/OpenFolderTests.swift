import CryptoPrimitives
import Glibc
import TestSupport
import Testing

@testable import KeyManagement

/// Folders and files as they are opened, whatever happens to their names.
@Suite("Open folders and files")
struct OpenFolderTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func name(_ name: UTF8Text) throws -> KeyringName { try KeyringName(name, in: folder.path) }

    @Test("a folder that is renamed while it is open is still the one that is read")
    func renamed() throws {
        mkdir("\(folder.path)/old", 0o700)
        try folder.write(KnownKeys.device, to: "old/a.jwks")
        let opened = try KeyFolder("\(folder.path)/old")
        #expect(rename("\(folder.path)/old", "\(folder.path)/new") == 0)
        let file = try KeyFile("a.jwks", in: opened)
        #expect(file.text.byteCount == KnownKeys.device.utf8.count)
        folder.unlink("new/a.jwks")
    }

    @Test("a file is named by its path, without the folder where that is the current one")
    func paths() throws {
        #expect(try KeyFolder(folder.path).path(of: "a") == "\(folder.path)/a")
        #expect(try KeyFolder("\(folder.path)/").path(of: "a") == "\(folder.path)/a")
        #expect(try KeyFolder(".").path(of: "a") == "a")
        let error = #expect(throws: KeyError.self) { _ = try KeyFolder(folder.path).open(name("a")) }
        #expect(error?.reason == "there is no keyring a in \(folder.path)")
    }

    @Test("a file of 16 MiB is read, and a larger or empty one is refused before it is read")
    func sizes() throws {
        let opened = try KeyFolder(folder.path)
        let limit = 16 * 1024 * 1024
        for count in [1, limit] {
            try folder.write("", to: "a.jwks")
            truncate("\(folder.path)/a.jwks", count)
            #expect(try KeyFile("a.jwks", in: opened).text.byteCount == count)
        }
        truncate("\(folder.path)/a.jwks", limit + 1)
        expectError(.tooLarge) { _ = try KeyFile("a.jwks", in: opened) }
        truncate("\(folder.path)/a.jwks", 0)
        expectError(.truncated) { _ = try KeyFile("a.jwks", in: opened) }
    }

    @Test("a file that became shorter since it was examined is an input/output error")
    func shorter() throws {
        try folder.write("12345", to: "file")
        let file = try OpenFile("\(folder.path)/file", O_RDONLY, path: "file")
        #expect(throws: KeyError(.inputOutput, "file changed while it was read")) {
            _ = try file.readSecret(byteCount: 6)
        }
        let again = try OpenFile("\(folder.path)/file", O_RDONLY, path: "file")
        #expect(try again.readSecret(byteCount: 5).byteCount == 5)
    }

    @Test("a folder that exists keeps its mode, and a change does not make one that was removed")
    func making() async throws {
        chmod(folder.path, 0o750)
        try folder.directory.generate("a", role: .device, at: 1)
        #expect(folder.mode(".") == 0o750)
        expectError(.inputOutput) { try KeyDirectory("\(folder.path)/none/keys").generate("a", role: .device, at: 1) }
        let path = "\(folder.path)/keys"
        let directory = KeyDirectory(path)
        let keyring = try directory.generate("a", role: .device, at: 1)
        let change = try KeyringChange(keyring, from: keyring.version)
        try await folder.shell("rm -r keys")
        #expect(try !directory.keep(change))
        #expect(try !directory.delete("a", version: nil))
        #expect(access(path, F_OK) != 0)
    }

    @Test("a keyring of another version is neither changed nor removed, and one that is missing leaves no log")
    func versions() throws {
        let old = try folder.directory.generate("a", role: .provider, at: 1)
        let new = try folder.directory.change("a") { keyring in
            _ = try keyring.rotate(grace: .days(1), at: 2)
            return keyring.keys.count
        }
        let before = try folder.snapshot()
        #expect(try !folder.directory.keep(KeyringChange(old, from: old.version)))
        #expect(try !folder.directory.keep(KeyringChange(old, from: nil)))
        #expect(try !folder.directory.delete("a", version: old.version))
        #expect(try !folder.directory.delete("b", version: nil))
        #expect(try !folder.directory.delete("b", version: old.version))
        #expect(try folder.snapshot() == before && new == 2)
        #expect(try folder.directory.delete("a", version: folder.directory.keyring("a").version))
        #expect(folder.files == [".lock", "a.log"])
    }

    @Test("a keyring is not added where a file has its public name, or a folder its secret one")
    func taken() throws {
        try folder.write(KnownKeys.devicePublic, to: "a.pub.jwks", mode: 0o644)
        expectError(.alreadyExists) { try folder.directory.generate("a", role: .device, at: 1) }
        #expect(try folder.text("a.pub.jwks") == KnownKeys.devicePublic)
        mkdir("\(folder.path)/b.jwks", 0o700)
        expectError(.alreadyExists) { try folder.directory.generate("b", role: .device, at: 1) }
        expectError(.inputOutput) { try folder.directory.delete("b", version: nil) }
    }

    @Test(
        "a change completes a line of the log that was cut off, however short, and none without an event",
        arguments: ["": "", "x": "x\n", "{}\n": "{}\n", "{}\n{": "{}\n{\n"])
    func log(before: String, completed: String) throws {
        try folder.write(before, to: "a.log")
        let log = try OpenFile("\(folder.path)/a.log", O_RDWR | O_APPEND, path: "a.log")
        try log.append([])
        #expect(try folder.text("a.log") == before)
        try log.append([["action": "add"], ["action": "remove"]])
        #expect(try folder.text("a.log") == completed + #"{"action":"add"}"# + "\n" + #"{"action":"remove"}"# + "\n")
    }

    @Test("a log that is a pipe or a folder is neither written nor removed around", arguments: ["mkfifo", "mkdir"])
    func irregularLog(command: String) async throws {
        try folder.directory.generate("a", role: .device, at: 1)
        try await folder.shell("rm a.log; \(command) a.log")
        let before = try folder.read("a.jwks")
        expectError(.notRegularFile) { try folder.directory.change("a") { _ = try $0.rotate(grace: .days(1), at: 2) } }
        expectError(.notRegularFile) { try folder.directory.remove("a") }
        #expect(try folder.read("a.jwks") == before)
    }

    @Test("a descriptor that the caller opened stays open")
    func closing() throws {
        try folder.write(KnownKeys.device, to: "a.jwks")
        let descriptor = open("\(folder.path)/a.jwks", O_RDONLY)
        defer { close(descriptor) }
        #expect(try KeyringText(reading: descriptor, name: "a").byteCount == KnownKeys.device.utf8.count)
        #expect(fcntl(descriptor, F_GETFD) >= 0)
    }

    @Test("public keys are read in a folder that a group may write or that another user has, unless all may write")
    func publicKeys() throws {
        try folder.write(KnownKeys.devicePublic, to: "a.pub.jwks", mode: 0o664)
        chmod(folder.path, 0o775)
        #expect(try folder.directory.keyring("a").keys.count == 1)
        if geteuid() == 0 {
            chown(folder.path, 12_345, 12_345)
            #expect(try folder.directory.keyring("a").keys.count == 1)
            chown(folder.path, 0, 0)
        }
        chmod(folder.path, 0o777)
        expectError(.insecureFolder) { try folder.directory.keyring("a") }
        chmod(folder.path, 0o700)
    }
}
