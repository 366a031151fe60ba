import Dispatch
import PhoneState
import Synchronization

/// The extension's side of its phone, whose state is in the host's process.
///
/// A request waits for its answer on the calling thread, as a call of the keychain does on a phone.
final class PhoneConnection: Sendable {
    private final class Request: Sendable {
        let answered = DispatchSemaphore(value: 0)
        let reply = Mutex(PhoneReply.unavailable)
    }

    private struct State {
        var nextNumber = 0
        var requests: [Int: Request] = [:]
    }

    private let channel: Channel
    private let state = Mutex(State())

    init(_ channel: Channel) { self.channel = channel }

    /// The phone that asks over this connection.
    var phone: Phone { Phone { [self] in answer($0) } }

    /// Takes an answer of the host, on the thread that reads the channel.
    func take(_ reply: PhoneReply, to number: Int) {
        guard let request = state.withLock({ $0.requests.removeValue(forKey: number) }) else { return }
        request.reply.withLock { $0 = reply }
        request.answered.signal()
    }

    private func answer(_ message: PhoneRequest) -> PhoneReply {
        let request = Request()
        let number = state.withLock { state in
            state.nextNumber += 1
            state.requests[state.nextNumber] = request
            return state.nextNumber
        }
        guard let bytes = Frames.bytes(of: ExtensionMessage.phone(number, message)) else {
            state.withLock { $0.requests[number] = nil }
            return .unavailable
        }
        channel.send(bytes)
        // The host answers, or ends the process when the push's time is over.
        request.answered.wait()
        return request.reply.withLock { $0 }
    }
}
