public import Foundation

/// A request to the parts of a phone that need no rules: its pasteboard, and the calls and notifications between
/// processes that were reported.
package enum SystemServiceRequest: Sendable, Codable {
    case pasteboard
    case setPasteboard(String?)
    case calls
    /// Reports a call, as the module CallKit encodes it.
    case reportCall(Data)
    case postedDarwinNotifications
    /// Posts a notification between processes, by its name.
    case postDarwinNotification(String)

    /// Whether code on a phone may make it; the lists of what was reported are for a test.
    var isOfCode: Bool {
        switch self {
        case .pasteboard, .setPasteboard, .reportCall, .postDarwinNotification: true
        case .calls, .postedDarwinNotifications: false
        }
    }
}

/// The pasteboard, the calls and the notifications between processes of a phone.
struct SystemServices {
    /// The maximum number of calls and of notifications, the newest, so that a phone that gets many pushes stays small.
    private static let limit = 1000
    /// The maximum size of a call or of a notification's name in bytes; one with more is not kept.
    private static let byteLimit = 8192
    /// The maximum size of the pasteboard in bytes; a longer text does not change it.
    private static let pasteboardLimit = 1 << 20

    private var pasteboard: String?
    private var calls: [Data] = []
    private var darwinNotifications: [String] = []

    mutating func answer(_ request: SystemServiceRequest, to entitlements: Entitlements) -> PhoneReply {
        switch request {
        case .pasteboard: break
        case .setPasteboard(let text): if (text ?? "").utf8.count <= Self.pasteboardLimit { pasteboard = text }
        case .calls: return .calls(calls)
        case .reportCall(let call):
            guard entitlements.filtersNotifications else { return .missingFilteringEntitlement }
            guard call.count <= Self.byteLimit else { break }
            calls.append(call)
            calls.removeFirst(max(0, calls.count - Self.limit))
        case .postedDarwinNotifications: return .darwinNotifications(darwinNotifications)
        case .postDarwinNotification(let name):
            guard name.utf8.count <= Self.byteLimit else { break }
            darwinNotifications.append(name)
            darwinNotifications.removeFirst(max(0, darwinNotifications.count - Self.limit))
        }
        return .text(pasteboard)
    }
}

extension Phone {
    /// The text on the pasteboard; nil for none.
    public var pasteboard: String? {
        get {
            if case .text(let text) = answer(.device(.pasteboard)) { text } else { nil }
        }
        set { _ = answer(.device(.setPasteboard(newValue))) }
    }

    /// The calls that were reported, the oldest first, as the module CallKit encodes them.
    @_spi(Frameworks) public var calls: [Data] {
        if case .calls(let calls) = answer(.device(.calls)) { calls } else { [] }
    }

    /// Reports a call; returns false without the entitlement to filter notifications.
    @_spi(Frameworks) public func report(_ call: Data) -> Bool {
        if case .missingFilteringEntitlement = answer(.device(.reportCall(call))) { false } else { true }
    }

    /// The names of the notifications that were posted to the Darwin notification center, the oldest first.
    public var postedDarwinNotifications: [String] {
        if case .darwinNotifications(let names) = answer(.device(.postedDarwinNotifications)) { names } else { [] }
    }

    /// Posts a notification to the Darwin notification center.
    package func postDarwinNotification(_ name: String) { _ = answer(.device(.postDarwinNotification(name))) }
}
