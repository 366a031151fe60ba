import Foundation
import Glibc
import KeyManagement
import PostgresKeyStore
import Testing

@Suite("TLS and passwords")
struct TLSTests {
    /// A port that was free a moment ago.
    private static func freePort() throws -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
            }
        }
        try #require(isBound)
        return Int(UInt16(bigEndian: address.sin_port))
    }

    private static func server() async throws -> (Server, port: Int) {
        var attempts = 0
        while true {
            let port = try freePort()
            attempts += 1
            // Another program may take the port first.
            if let server = try? await Server(port: port) { return (server, port) }
            try #require(attempts < 5)
        }
    }

    @Test("over TCP the certificate is verified unless the string says otherwise, and the password is from a file")
    func connections() async throws {
        let (server, port) = try await Self.server()
        _ = try await server.store("bank").add(.registration("a"))
        try await server.sql("CREATE ROLE service LOGIN SUPERUSER PASSWORD 'correct-horse'")
        let folder = server.folder
        let passwords = ["right": "correct-horse", "wrong": "hunter2"].mapValues { "*:*:*:*:\($0)\n" }
        for (name, line) in passwords {
            let path = "\(folder)/\(name)"
            try line.write(toFile: path, atomically: true, encoding: .utf8)
            chmod(path, 0o600)
        }
        func load(_ options: String, passfile: String = "right") async throws {
            let string =
                "host=127.0.0.1 port=\(port) dbname=postgres user=service passfile=\(folder)/\(passfile) \(options)"
            let store = try PostgresKeyStore(string, schema: "bank", timeout: .seconds(600))
            #expect(try await store.load("a") != nil)
        }
        let root = "sslrootcert=\(folder)/server.crt"
        try await load(root)
        try await load("sslmode=disable")

        let error = await expectCode(.refused) { try await load(root, passfile: "wrong") }
        #expect(error?.reason.contains("hunter2") == false && error?.reason.contains("service") == true)
        // Without the file of the certificate, and with that of another server.
        for options in ["", "sslrootcert=\(folder)/none.crt", "sslrootcert=/etc/ssl/certs/ca-certificates.crt"] {
            let store = try PostgresKeyStore(
                "host=127.0.0.1 port=\(port) dbname=postgres user=service passfile=\(folder)/right \(options)",
                schema: "bank", timeout: .seconds(1))
            await expectCode(.unavailable) { _ = try await store.load("a") }
        }
        try await server.stop("immediate")
    }
}
