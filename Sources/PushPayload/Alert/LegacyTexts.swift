import StrictJSON

/// Members of an alert that Apple's current page no longer lists and that other provider libraries still write.
extension Alert {
    /// The title of the action button, `action`; Safari only.
    public var action: String? {
        get { members.string("action") }
        set { members.setString("action", newValue) }
    }

    /// The key for the title of the action button, `action-loc-key` (archived Payload Key Reference).
    public var actionLocKey: String? {
        get { members.string("action-loc-key") }
        set { members.setString("action-loc-key", newValue) }
    }

    /// The text that the notification adds to a group's summary, `summary-arg`; iOS 12 to 14.
    public var summaryArg: String? {
        get { members.string("summary-arg") }
        set { members.setString("summary-arg", newValue) }
    }

    /// The number of items that the notification adds to a group's summary, at least 1, `summary-arg-count`; iOS 12 to
    /// 14.
    public var summaryArgCount: Int? {
        get { members.integer("summary-arg-count") }
        set { members.setInteger("summary-arg-count", newValue) }
    }
}
