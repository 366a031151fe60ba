/// The delivery priority of a push, the header `apns-priority` (Apple, Sending notification requests to APNs).
public enum Priority: Int, Sendable, Hashable, CaseIterable {
    /// Delivers at once.
    case immediately = 10
    /// Delivers with regard to the device's power.
    case consideringDevicePower = 5
    /// Prioritizes the device's power above everything else, and does not wake the device.
    case prioritizingDevicePower = 1

    /// Parses the value of the header `apns-priority`; nil for anything but `10`, `5` and `1`.
    package init?(header: String) {
        guard let known = Priority.allCases.first(where: { String($0.rawValue) == header }) else { return nil }
        self = known
    }
}
