public import Foundation
import SealedEnvelope

#if Networking
import FoundationNetworking
#endif

/// The function that downloads a blob.
///
/// It follows no redirect, sends and keeps no cookie, uses no cache, and throws for an answer other than 200, for a connection that
/// ends too early, and as soon as it is cancelled.
public protocol AttachmentFetcher: Sendable {
    /// Downloads the blob at an address, and gives its bytes in parts and in their order.
    ///
    /// - Parameters:
    ///   - url: the address, whose host was checked.
    ///   - receive: takes the next bytes, at best 64 KiB or fewer; it throws for bytes after the end of the blob, after which no more
    ///     are needed.
    /// - Throws: Any error for an answer other than 200, and for a connection that ends too early.
    func fetch(_ url: URL, receive: @escaping @Sendable ([UInt8]) throws -> Void) async throws
}

#if canImport(Darwin) || Networking
extension AttachmentPolicy {
    /// Creates a policy whose blobs are downloaded by a `URLSession` of its own.
    public init(hosts: [String], types: [String] = images, maximumByteCount: Int = .max) {
        self.init(hosts: hosts, types: types, maximumByteCount: maximumByteCount, fetcher: SessionFetcher())
    }
}

/// Downloads by an ephemeral `URLSession` for each blob.
struct SessionFetcher: AttachmentFetcher {
    func fetch(_ url: URL, receive: @escaping @Sendable ([UInt8]) throws -> Void) async throws {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCredentialStorage = nil
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.timeoutIntervalForRequest = 25
        // A compressed answer would have another length.
        configuration.httpAdditionalHeaders = ["Accept-Encoding": "identity"]
        let download = SessionDownload(receive)
        let session = URLSession(configuration: configuration, delegate: download, delegateQueue: nil)
        defer { session.finishTasksAndInvalidate() }
        let task = session.dataTask(with: url)
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                download.begin(continuation)
                task.resume()
            }
        } onCancel: {
            task.cancel()
        }
    }
}

/// The delegate of one download.
///
/// Unchecked because the session calls it on one queue, and the lock guards what the caller sets before.
private final class SessionDownload: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private let receive: @Sendable ([UInt8]) throws -> Void
    private let lock = NSLock()
    private var continuation: CheckedContinuation<Void, any Error>?
    private var failure: (any Error)?

    init(_ receive: @escaping @Sendable ([UInt8]) throws -> Void) { self.receive = receive }

    func begin(_ continuation: CheckedContinuation<Void, any Error>) {
        lock.withLock { self.continuation = continuation }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) { completionHandler(nil) }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        if status != 200 { fail(AttachmentError(.downloadFailed, "expected status 200, found \(status)")) }
        completionHandler(status == 200 ? .allow : .cancel)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        guard lock.withLock({ failure == nil }) else { return }
        do {
            for start in stride(from: data.startIndex, to: data.endIndex, by: 65_536) {
                try receive(Array(data[start..<min(data.endIndex, start + 65_536)]))
            }
        } catch {
            fail(error)
            dataTask.cancel()
        }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let (continuation, failure) = lock.withLock {
            defer { self.continuation = nil }
            return (self.continuation, self.failure ?? error)
        }
        if let failure { continuation?.resume(throwing: failure) } else { continuation?.resume() }
    }

    private func fail(_ error: any Error) { lock.withLock { failure = failure ?? error } }
}
#endif
