extension UNNotificationContent {
    /// Returns a copy of the content as a communication notification, which shows the sender's name and picture.
    ///
    /// The texts of the copy are those of the original; `Delivery.message` of the module ExtensionHost says what a phone
    /// shows instead of them.
    ///
    /// A copy of mutable content is mutable: Bark and Ice Cubes cast it with `as! UNMutableNotificationContent`.
    ///
    /// - Throws: `UNError.contentProvidingObjectNotAllowed` for an object that is not the system's,
    ///   `UNError.contentProvidingInvalid` for a message without a sender.
    public func updating(from provider: any UNNotificationContentProviding) throws -> UNNotificationContent {
        guard let provider = provider as? any CommunicationProviding else {
            throw UNError(.contentProvidingObjectNotAllowed)
        }
        guard let communication = provider.communication else { throw UNError(.contentProvidingInvalid) }
        var fields = fields
        fields.communication = communication
        return self is UNMutableNotificationContent
            ? UNMutableNotificationContent(fields: fields) : UNNotificationContent(fields: fields)
    }
}
