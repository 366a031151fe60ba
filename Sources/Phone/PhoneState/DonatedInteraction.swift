import StrictJSON

/// An interaction that the app donated to the system (`INInteraction` of the module Intents).
public struct DonatedInteraction: Sendable, Codable, Hashable {
    /// The direction of an interaction.
    public enum Direction: Int, Sendable, Codable {
        /// The app did not set it.
        case unspecified = 0
        /// The user started the interaction.
        case outgoing = 1
        /// Another person started the interaction.
        case incoming = 2
    }

    /// The identifier of the interaction.
    public let identifier: String
    /// The identifier of the group to which the app assigned the interaction.
    public let group: String?
    /// The direction of the interaction.
    public let direction: Direction
    /// The name of the intent's class, `INSendMessageIntent`.
    public let intent: String
    /// The identifier of the conversation.
    public let conversation: String?
    /// The displayed name of the sender.
    public let sender: String?

    var byteCount: Int {
        [identifier, group, intent, conversation, sender].reduce(0) { $0 + ($1?.utf8.count ?? 0) }
    }

    /// Creates an interaction.
    @_spi(Frameworks) public init(
        identifier: String, group: String?, direction: Direction, intent: String, conversation: String?, sender: String?
    ) {
        self.identifier = identifier
        self.group = group
        self.direction = direction
        self.intent = intent
        self.conversation = conversation
        self.sender = sender
    }
}

/// A request to the interactions of a phone.
@_spi(Frameworks) public enum InteractionRequest: Sendable, Codable {
    case list
    case donate(DonatedInteraction)
    case delete([String])
    case deleteGroup(String)
    case deleteAll

    /// Whether code on a phone may make it; a list is for a test.
    var isOfCode: Bool {
        switch self {
        case .list: false
        case .delete(let identifiers): identifiers.count <= NotificationCenterRequest.identifierLimit
        case .donate, .deleteGroup, .deleteAll: true
        }
    }

    /// The maximum number of interactions, the newest, so that a phone that gets many messages stays small.
    static let limit = 1000

    /// The maximum size of an interaction's texts; one with more is not kept.
    static let byteLimit = 4096

    func apply(to interactions: inout [DonatedInteraction]) {
        switch self {
        case .list: break
        case .donate(let interaction):
            guard interaction.byteCount <= Self.byteLimit else { return }
            interactions.append(interaction)
            interactions.removeFirst(max(0, interactions.count - Self.limit))
        case .delete(let identifiers):
            let identifiers = Set(identifiers.map { UTF8Text($0) })
            interactions.removeAll { identifiers.contains(UTF8Text($0.identifier)) }
        case .deleteGroup(let group):
            interactions.removeAll { $0.group.map { UTF8Text($0) } == UTF8Text(group) }
        case .deleteAll: interactions = []
        }
    }
}

extension Phone {
    /// Changes the list of donated interactions.
    @_spi(Frameworks) public func change(_ request: InteractionRequest) { _ = answer(.interactions(request)) }

    /// The interactions that the app donated, the oldest first, for a test to inspect.
    public var donatedInteractions: [DonatedInteraction] {
        if case .interactions(let interactions) = answer(.interactions(.list)) { interactions } else { [] }
    }
}
