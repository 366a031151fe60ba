/// An app on a device, as the service knows it by its device token.
struct Device: Sendable {
    enum Validity: Sendable {
        case valid
        /// The token was replaced, at a time in milliseconds since 1970.
        case expired(Int64)
        /// The app was removed, at a time in milliseconds since 1970.
        case unregistered(Int64)
    }

    let bundleID: String
    let environment: ServiceEnvironment
    var validity = Validity.valid
    var isOnline = true
    /// The newest push that waits for the device.
    var stored: AcceptedPush?
    /// The second in which the latest pushes came, and how many they were.
    var rate: (second: Int64, count: Int) = (0, 0)
}
