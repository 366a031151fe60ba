import Foundation
import LocalAPNs
import Testing

@testable import LocalAPNsServer

@Suite("The server's certificate")
struct IdentityTests {
    private func withFolders(_ body: (URL, URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("identity-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder.appendingPathComponent("a"), folder.appendingPathComponent("b"))
    }

    private func texts(_ folder: URL) throws -> [String] {
        try ["ca.pem", "server.pem", "server-key.pem"].map {
            try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8)
        }
    }

    @Test(
        "a certificate is valid from now on, and renewed a day before its end",
        arguments: [(-1, false), (0, true), (88, true), (89.5, false)])
    func validity(days: Double, isUsable: Bool) async throws {
        try await withFolders { folder, _ in
            _ = try await ServerIdentity(folder: folder.path)
            let time = Date().addingTimeInterval(days * 86_400)
            #expect(try await IdentityFiles(folder: folder.path).areUsable(at: time) == isUsable)
        }
    }

    @Test("the authority's key is not kept")
    func authorityKey() async throws {
        try await withFolders { folder, _ in
            _ = try await ServerIdentity(folder: folder.path)
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(files.sorted() == ["ca.pem", "server-key.pem", "server.pem"])
        }
    }

    @Test("a usable certificate is kept")
    func kept() async throws {
        try await withFolders { folder, _ in
            _ = try await ServerIdentity(folder: folder.path)
            let before = try texts(folder)
            _ = try await ServerIdentity(folder: folder.path)
            #expect(try texts(folder) == before)
        }
    }

    @Test(
        "files that do not belong together are replaced by new ones",
        arguments: ["ca.pem", "server.pem", "server-key.pem"], [true, false])
    func mixed(file: String, isEmpty: Bool) async throws {
        try await withFolders { folder, other in
            _ = try await ServerIdentity(folder: folder.path)
            _ = try await ServerIdentity(folder: other.path)
            let replaced = folder.appendingPathComponent(file)
            let foreign = isEmpty ? Data() : try Data(contentsOf: other.appendingPathComponent(file))
            try foreign.write(to: replaced)
            let before = try texts(folder)
            let identity = try await ServerIdentity(folder: folder.path)
            #expect(zip(before, try texts(folder)).allSatisfy { $0 != $1 })
            let key = folder.appendingPathComponent("server-key.pem").path
            #expect(try FileManager.default.attributesOfItem(atPath: key)[.posixPermissions] as? Int == 0o600)
            let server = APNsServer(service: PushService(report: { _, _ in }), identity: identity)
            let run = Task { try await server.run() }
            #expect(await server.port != nil)
            run.cancel()
            _ = await run.result
        }
    }

    @Test("a server whose key is not that of its certificate ends with an error", .timeLimit(.minutes(5)))
    func mismatch() async throws {
        try await withFolders { folder, other in
            let one = try await ServerIdentity(folder: folder.path)
            let two = try await ServerIdentity(folder: other.path)
            let server = APNsServer(
                service: PushService(report: { _, _ in }),
                identity: ServerIdentity(authorityPath: one.authorityPath, chain: one.chain, key: two.key))
            let run = Task { try await server.run() }
            #expect(await server.port == nil)
            await #expect(throws: (any Error).self) { try await run.value }
        }
    }
}
