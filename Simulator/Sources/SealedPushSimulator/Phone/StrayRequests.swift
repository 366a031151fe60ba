import LocalAPNs
import PushPayload
import Synchronization

/// The newest 200 refused requests that name the token of no phone: unknown tokens, other paths, broadcasts and channels.
final class StrayRequests: Sendable {
    private let requests = Mutex(Newest<(number: Int, push: RefusedPush)>(capacity: 200))

    func note(_ push: RefusedPush) {
        requests.withLock { $0.append(($0.count + 1, push)) }
    }

    /// The requests as JSON for the page, newest first.
    var json: JSONValue {
        let kept = requests.withLock { $0.elements }
        return .array(
            kept.reversed().map { request in
                var json = request.push.detailed
                json["number"] = .number(JSONNumber(request.number))
                return .object(json)
            })
    }
}
