import AsyncHTTPClient
import ExtensionHost
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL

/// Downloads blobs from the simulator's media host, by a client for each that trusts only the simulator's CA.
struct MediaFetcher: AttachmentFetcher {
    private struct Refused: Error {}

    let authorityPath: String

    func fetch(_ url: URL, receive: @escaping @Sendable ([UInt8]) throws -> Void) async throws {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.trustRoots = .certificates(try NIOSSLCertificate.fromPEMFile(authorityPath))
        // An endless answer would delay the end of the client by the default of five seconds.
        tls.shutdownTimeout = .milliseconds(100)
        var configuration = HTTPClient.Configuration(tlsConfiguration: tls, redirectConfiguration: .disallow)
        configuration.httpVersion = .http1Only
        try await HTTPClient.withHTTPClient(configuration: configuration) { client in
            let response = try await client.execute(
                HTTPClientRequest(url: url.absoluteString), deadline: .distantFuture)
            guard response.status == .ok else { throw Refused() }
            for try await var part in response.body {
                while let bytes = part.readBytes(length: min(65_536, part.readableBytes)), !bytes.isEmpty {
                    try receive(bytes)
                }
            }
        }
    }
}
