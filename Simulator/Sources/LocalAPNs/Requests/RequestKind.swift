/// The kind of a request, which its host and path determine.
enum RequestKind {
    /// A push to a device: `/3/device/TOKEN`, and every unknown path on the host for pushes.
    case push
    /// A push to a channel: `/4/broadcasts/apps/BUNDLE-ID`.
    case broadcast
    /// A request about the channels of an app, `/1/apps/BUNDLE-ID/channels` or `…/all-channels`, and every path on the host for
    /// channels.
    case management

    init(of request: PushRequest, on host: PushConnection.Host) {
        switch host {
        case .channels: self = .management
        case .pushes: self = request.path.hasPrefix("/4/broadcasts/") ? .broadcast : .push
        }
    }

    /// The header field with the request's identifier.
    var idField: String { self == .push ? "apns-id" : "apns-request-id" }

    /// The index of the device token or the bundle id among the components of the path.
    var nameIndex: Int { self == .broadcast ? 3 : 2 }

    /// The checks before the first that needs the service's tables, and the remaining ones.
    var checks: (before: [Check], after: [Check]) {
        switch self {
        case .push: Self.pushChecks
        case .broadcast: Self.broadcastChecks
        case .management: Self.managementChecks
        }
    }

    private static let pushChecks = split(Check.order, at: .deviceToken)
    private static let broadcastChecks = split(Check.broadcastOrder, at: .broadcastChannel)
    private static let managementChecks = split(Check.managementOrder, at: .managedChannel)

    private static func split(_ checks: [Check], at first: Check) -> (before: [Check], after: [Check]) {
        let index = checks.firstIndex { $0.name == first.name } ?? checks.endIndex
        return (Array(checks[..<index]), Array(checks[index...]))
    }
}
