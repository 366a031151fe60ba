import Foundation

/// The command `openssl`, version 3 or later.
enum OpenSSL {
    /// The exit code of `env` for a program that it does not find (POSIX).
    private static let notFound: Int32 = 127

    /// Runs a command to its end.
    ///
    /// - Throws: ``IdentityError`` if it fails.
    static func run(_ arguments: [String]) async throws {
        guard try await succeeds(arguments) else {
            throw IdentityError(reason: "openssl \(arguments[0]) failed; expected OpenSSL 3 or later")
        }
    }

    /// Runs a command to its end and returns whether its exit code is 0; no thread waits for it.
    ///
    /// - Throws: ``IdentityError`` if there is no such program.
    static func succeeds(_ arguments: [String]) async throws -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["openssl"] + arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let status: Int32 = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do {
                try process.run()
            } catch {
                continuation.resume(throwing: error)
            }
        }
        guard status != notFound else {
            throw IdentityError(
                reason: "expected the program openssl, which makes the server's certificate, found none")
        }
        return status == 0
    }
}

/// An error in the generation of the server's certificate.
public struct IdentityError: Error, Sendable, CustomStringConvertible {
    /// A description for developers.
    public let reason: String

    /// The reason.
    public var description: String { reason }
}
