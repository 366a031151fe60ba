/// The service's record of an app on a device.
struct Device: Sendable, Codable {
    enum Validity: Sendable, Hashable, Codable {
        case valid
        /// The token was replaced, at a time in milliseconds since 1970.
        case expired(Int64)
        /// The app was removed, at a time in milliseconds since 1970.
        case unregistered(Int64)

        /// The time at which the token became invalid; nil for a valid one.
        var end: Int64? {
            switch self {
            case .valid: nil
            case .expired(let time), .unregistered(let time): time
            }
        }
    }

    let bundleID: String
    let environment: ServiceEnvironment
    var validity = Validity.valid
    var isOnline = true
    /// The pushes that are stored until the device is online: at most one of each channel, and one to the device itself.
    var stored: [AcceptedPush] = []
    /// The pushes of low priorities that wait, in the order of acceptance.
    var delayed: [AcceptedPush] = []
    /// The stored and the delayed pushes, in the order of acceptance.
    var waiting: [AcceptedPush] { (stored + delayed).sorted { $0.number < $1.number } }

    /// The second of the latest pushes, and their number.
    var rate: (second: Int64, count: Int) = (0, 0)

    private enum CodingKeys: CodingKey { case bundleID, environment, validity, isOnline, stored, delayed }
}
