/// The delivery priority of a push, the header `apns-priority` (Apple, Sending notification requests to APNs).
public enum Priority: Int, Sendable, Hashable, CaseIterable {
    /// Delivers at once.
    case immediately = 10
    /// Delivers with regard to the device's power.
    case consideringDevicePower = 5
    /// Prioritizes the device's power above everything else, and does not wake the device.
    case prioritizingDevicePower = 1
}
