import StrictJSON

extension PushType {
    /// Returns the push type that a payload determines, or nil if several types fit: a VoIP push may have any content,
    /// and the pushes for widgets and controls are the same.
    public static func derived(from payload: Payload) -> PushType? {
        guard let aps = payload.root["aps"] else {
            if payload["mdm"]?.stringValue != nil { return .mdm }
            let names = ["container-identifier", "domain"]
            return names.allSatisfy { payload[$0]?.stringValue != nil } ? .fileprovider : nil
        }
        guard let members = aps.objectValue else { return nil }
        let typed = APS(members)
        if typed.event != nil || typed.contentState != nil { return .liveactivity }
        if members.contains("content-changed") { return nil }
        if members.contains("alert") || members.contains("badge") || members.contains("sound") { return .alert }
        return typed.contentAvailable ? .background : nil
    }
}
