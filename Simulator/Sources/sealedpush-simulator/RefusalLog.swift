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

    func note(_ push: RefusedPush) {
        let kind = "\(push.status) \(push.reason)\(push.cause.map { ": \($0)" } ?? "")"
        let count = counts.withLock { counts -> Int in
            guard counts[kind] != nil || counts.count < Self.limit else { return 0 }
            counts[kind, default: 0] += 1
            return counts[kind] ?? 0
        }
        guard Self.isPowerOfTen(count) else { return }
        let number = count == 1 ? "" : " (\(count) times)"
        let fault = push.isFault ? ", injected" : ""
        FileHandle.standardError.write(Data("refused       \(kind)\(number)\(fault), apns-id \(push.id)\n".utf8))
    }

    private static func isPowerOfTen(_ count: Int) -> Bool {
        var power = 1
        while power < count { power *= 10 }
        return power == count
    }
}
