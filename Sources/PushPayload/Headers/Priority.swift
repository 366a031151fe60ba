/// When APNs delivers a push, the header `apns-priority` (Apple, Sending notification requests to APNs).
public enum Priority: Int, Sendable, Hashable, CaseIterable {
    /// At once.
    case immediately = 10
    /// With regard to the device's power.
    case consideringDevicePower = 5
    /// With the device's power above everything else, and without waking it.
    case prioritizingDevicePower = 1
}
