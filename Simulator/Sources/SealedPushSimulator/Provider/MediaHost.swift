import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import LocalAPNsServer
import NIOCore
import Synchronization

/// The host of the sealed attachments' blobs: serves the files of a folder over HTTPS, by HTTP/1.1.
public final class MediaHost: Sendable {
    /// A fault of the answer to a download.
    public enum Fault: String, Sendable, CaseIterable {
        /// Sends one byte a second.
        case slow = "media-slow"
        /// Closes the connection after half of the blob.
        case cutOff = "media-cut-off"
        /// Sends the blob with one bit inverted.
        case wrongBytes = "media-wrong-bytes"
        /// Redirects to another address of the blob.
        case redirect = "media-redirect"
        /// Answers 404.
        case notFound = "media-not-found"
        /// Sends bytes after the blob, without an end.
        case huge = "media-huge"
    }

    private struct CutOff: Error {}

    private let folder: String
    private let identity: ServerIdentity
    private let wantedPort: Int
    private let running = Latch<Int>()
    let faults = Mutex<(fault: Fault, count: Int?)?>(nil)

    init(folder: String, identity: ServerIdentity, port: Int) {
        (self.folder, self.identity, wantedPort) = (folder, identity, port)
    }

    /// The port, once the host listens; nil if it ended before.
    var port: Int? { get async { await running.value } }

    /// Injects a fault into the next downloads, in place of an earlier one; nil is all until ``removeFaults()``.
    public func inject(_ fault: Fault, count: Int? = 1) { faults.withLock { $0 = (fault, count) } }

    /// Removes the fault of later downloads.
    public func removeFaults() { faults.withLock { $0 = nil } }

    private func takeFault() -> Fault? {
        faults.withLock { faults in
            guard let (fault, count) = faults else { return nil }
            if let count { faults = count > 1 ? (fault, count - 1) : nil }
            return fault
        }
    }

    /// Serves downloads until the task is cancelled.
    func run() async throws {
        let router = Router()
        router.get("/:name") { [self] _, context in response(to: context.parameters.get("name") ?? "") }
        try await Loopback.serve(
            router, on: wantedPort, running: running, by: .tls(tlsConfiguration: identity.tls(for: "http/1.1")))
    }

    private func response(to name: String) -> Response {
        // A name without a dot and a slash is that of a file in the folder.
        guard name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }),
            let blob = FileManager.default.contents(atPath: "\(folder)/\(name)")
        else { return Response(status: .notFound) }
        switch takeFault() {
        case nil: return Self.response(ResponseBody(byteBuffer: ByteBuffer(bytes: blob)))
        case .notFound: return Response(status: .notFound)
        case .redirect: return .redirect(to: "/\(name)?again", type: .temporary)
        case .wrongBytes:
            var blob = [UInt8](blob)
            if !blob.isEmpty { blob[blob.count / 2] ^= 1 }
            return Self.response(ResponseBody(byteBuffer: ByteBuffer(bytes: blob)))
        case .slow:
            return Self.response(
                ResponseBody(contentLength: blob.count) { writer in
                    for byte in blob {
                        try await writer.write(ByteBuffer(bytes: [byte]))
                        try await Task.sleep(for: .seconds(1))
                    }
                    try await writer.finish(nil)
                })
        case .cutOff:
            return Self.response(
                ResponseBody(contentLength: blob.count) { writer in
                    try await writer.write(ByteBuffer(bytes: blob.prefix(blob.count / 2)))
                    throw CutOff()
                })
        case .huge:
            return Self.response(
                ResponseBody { writer in
                    try await writer.write(ByteBuffer(bytes: blob))
                    while true { try await writer.write(ByteBuffer(repeating: 0, count: 65_536)) }
                })
        }
    }

    private static func response(_ body: ResponseBody) -> Response {
        Response(status: .ok, headers: [.contentType: "application/octet-stream"], body: body)
    }
}
