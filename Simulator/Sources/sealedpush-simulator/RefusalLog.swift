import Foundation
import SealedPushSimulator
import Synchronization

/// The log of refused requests on standard error, for the developer of a provider.
///
/// Of each reason and cause the first, 10th, 100th … is written, so that a flood of refusals does not flood the log.
final class RefusalLog: Sendable {
    /// The maximum number of different reasons and causes that are counted.
    private static let limit = 1_000

    private let counts = Mutex<[String: Int]>([:])

    /// The maximum number of Unicode scalars of a topic in a line.
    private static let topicLength = 200

    /// Writes a refused request to the log.
    ///
    /// - Parameters:
    ///   - push: the request.
    ///   - phone: the name of the phone whose device token it names.
    func note(_ push: RefusedPush, to phone: String?) {
        let kind = "\(push.status) \(push.reason.rawValue)\(push.cause.map { ": \($0)" } ?? "")"
        let count = counts.withLock { counts -> Int in
            guard counts[kind] != nil || counts.count < Self.limit else { return 0 }
            counts[kind, default: 0] += 1
            return counts[kind] ?? 0
        }
        let digits = "\(count)"
        guard digits.first == "1", digits.dropFirst().allSatisfy({ $0 == "0" }) else { return }
        let number = count == 1 ? "" : " (\(count) times)"
        let fault = push.isFault ? ", injected" : ""
        let recipient = phone.map { ", to \($0)" } ?? ""
        let topic = push.topic.map { ", topic \(Self.escaped($0))" } ?? ""
        let line = "refused       \(kind)\(number)\(fault)\(recipient)\(topic), apns-id \(push.id)\n"
        FileHandle.standardError.write(Data(line.utf8))
    }

    /// The start of a client's text in printable ASCII.
    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.prefix(topicLength).map { $0.escaped(asASCII: true) }.joined()
    }
}
