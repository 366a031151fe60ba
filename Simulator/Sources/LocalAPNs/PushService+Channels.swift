import Foundation
import PushPayload
import Synchronization

extension PushService {
    /// Creates a channel for broadcasts to an app, and returns its identifier: base64 of 16 random bytes.
    @discardableResult
    public func createChannel(bundleID: String, storage: BroadcastChannel.Storage = .none) -> String {
        defer { changed() }
        return state.withLock { create(bundleID, storage, in: &$0) }
    }

    /// Deletes a channel.
    ///
    /// Stored broadcasts of the channel are still delivered.
    public func deleteChannel(_ id: String) {
        state.withLock { $0.channels[id] = nil }
        changed()
    }

    /// Returns the channels of an app, in the order of their identifiers.
    public func channels(of bundleID: String) -> [BroadcastChannel] {
        state.withLock { channels(of: bundleID, in: $0) }
    }

    /// Subscribes a registered token to a channel of its app; has no effect if either does not exist.
    ///
    /// A subscriber receives the broadcasts that are accepted later.
    ///
    /// - Returns: whether the token is subscribed.
    @discardableResult
    public func subscribe(_ token: String, to channel: String) -> Bool {
        let token = token.lowercased()
        defer { changed() }
        return state.withLock { state in
            guard let device = state.devices[token], state.channels[channel]?.bundleID == device.bundleID else {
                return false
            }
            state.channels[channel]?.subscribers.insert(token)
            return true
        }
    }

    /// Ends a subscription.
    public func unsubscribe(_ token: String, from channel: String) {
        state.withLock { _ = $0.channels[channel]?.subscribers.remove(token.lowercased()) }
        changed()
    }

    // MARK: - Requests

    /// Delivers an accepted broadcast to the channel's subscribers, as one push each.
    func broadcast(_ context: CheckContext, in state: inout State) -> PushAnswer {
        let id = context.id ?? Self.newID()
        let topic = context.bundleID + PushType.liveactivity.topicSuffix
        for token in (context.channel?.subscribers ?? []).sorted() {
            guard var device = state.devices[token], case .valid = device.validity else { continue }
            var push = push(id, to: token, topic: topic, by: context, in: &state)
            push.channel = context.channel?.id
            deliver(push, to: &device, at: context.seconds)
            state.devices[token] = device
        }
        return PushAnswer(id: id, uniqueID: Self.newID(), idField: RequestKind.broadcast.idField)
    }

    /// Carries out an accepted request about channels.
    func manage(_ context: CheckContext, in state: inout State) -> PushAnswer {
        var answer = PushAnswer(id: context.id ?? Self.newID(), idField: RequestKind.management.idField)
        switch context.operation {
        case .create(let storage):
            answer.success = 201
            answer.channelID = create(context.bundleID, storage, in: &state)
        case .read:
            let policy = context.channel?.storage ?? .none
            answer.content = "{\"message-storage-policy\":\(policy.rawValue),\"push-type\":\"LiveActivity\"}"
        case .delete:
            answer.success = 204
            if let id = context.channel?.id { state.channels[id] = nil }
        case .list:
            let ids = channels(of: context.bundleID, in: state).map { "\"\($0.id)\"" }
            answer.content = "{\"channels\":[\(ids.joined(separator: ","))]}"
        }
        changed()
        return answer
    }

    private func create(_ bundleID: String, _ storage: BroadcastChannel.Storage, in state: inout State) -> String {
        let id = Data((0..<16).map { _ in UInt8.random(in: 0...255) }).base64EncodedString()
        state.channels[id] = BroadcastChannel(id: id, bundleID: bundleID, storage: storage)
        return id
    }

    func channels(of bundleID: String, in state: State) -> [BroadcastChannel] {
        state.channels.values.filter { $0.bundleID == bundleID }.sorted { $0.id < $1.id }
    }
}
