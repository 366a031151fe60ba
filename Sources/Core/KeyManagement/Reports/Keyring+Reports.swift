public import Platform

extension Keyring {
    /// Reports the standing of a key that a push named, for the provider that sent the push.
    ///
    /// On the device's own keyring the report is about the recipient, on the keyring of pinned providers about the sender.
    ///
    /// | standing | the device's own key | a pinned provider's key |
    /// |---|---|---|
    /// | current | ignore | ignore |
    /// | superseded, retiring, ended | update | update |
    /// | revoked | update | ignore: the device refuses it on purpose |
    /// | unknown | re-register | wait: the device has yet to pin it |
    ///
    /// The action `update` becomes `re-register` where the device has no current key.
    public func report(on id: KeyID, at now: Date = Date()) -> KeyReport {
        let subject: KeyReport.Subject = role == .provider ? .sender : .recipient
        let current = try? primary.thumbprint
        // Two keys may share an id; the report is about the one that the device would open or verify with.
        let found = keys.filter { $0.id == id }
        let key = found.first { $0.state == .active } ?? found.first { $0.state.isUsable(at: now) } ?? found.first

        let standing: KeyReport.Standing =
            switch key?.state {
            case nil: .unknown
            case .pending: .current
            case .active: key?.thumbprint == current || subject == .sender ? .current : .superseded
            case .retiring(let until): now <= until ? .retiring : .ended
            case .revoked: .revoked
            }
        var until: Date?
        if case .retiring(let end) = key?.state { until = end }
        return KeyReport(
            subject: subject, key: id, standing: standing, current: current,
            pinnedVersion: namedSetVersion, until: until, time: now.wholeSecond)
    }

    /// Decides a provider's action after a device's report, in the light of its own keyring.
    ///
    /// The keyring is the registration of the device for a report about the recipient, the provider's own for one about the
    /// sender. A report on a key that was never used is to be ignored, and so is one of a device whose current key is the primary one
    /// here: what it asks for has been done.
    public func action(on report: KeyReport) -> KeyReport.Action {
        guard role == (report.subject == .sender ? .provider : .device), keys.contains(where: { $0.id == report.key })
        else { return .ignore }
        guard let current = report.current, let primary = try? primary.thumbprint, current == primary else {
            return report.action
        }
        return .ignore
    }
    /// Keeps in a registration which version of the provider's set the device has pinned, as a report on the provider's key says.
    ///
    /// - Throws: ``KeyError`` with `wrongRole` for a keyring that is no registration, and for a report on a device's key.
    package mutating func take(_ report: KeyReport) throws(KeyError) {
        try require(.device)
        try check(report.subject == .sender, .wrongRole, "a report on a device key names no version of provider keys")
        pinnedVersion = report.pinnedVersion
    }
}
