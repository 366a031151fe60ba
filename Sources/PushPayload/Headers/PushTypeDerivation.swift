import StrictJSON

extension PushType {
    /// The type that a payload's content tells, or nil when it fits several: a VoIP push may hold anything, and the
    /// pushes for widgets and controls look alike.
    public static func derived(from payload: Payload) -> PushType? {
        derived(from: payload, apsAt: payload.root.place(of: "aps"))
    }

    /// The same where the place of `aps` is known, nil for none.
    package static func derived(from payload: Payload, apsAt place: Int?) -> PushType? {
        guard let place else {
            if payload["mdm"]?.stringValue != nil { return .mdm }
            let names = ["container-identifier", "domain"]
            return names.allSatisfy { payload[$0]?.stringValue != nil } ? .fileprovider : nil
        }
        guard let members = payload.root.object(at: place) else { return nil }
        let typed = APS(members)
        if typed.event != nil || typed.contentState != nil { return .liveactivity }
        if members.contains("content-changed") { return nil }
        if members.contains("alert") || members.contains("badge") || members.contains("sound") { return .alert }
        return typed.contentAvailable ? .background : nil
    }
}
