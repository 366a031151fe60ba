import PushSealer

/// The README's example between the two marks, as it stands there.
func readmeExample(phone: DevicePublicKey) throws -> SealedPush {
    // README begins
    let provider = try KeyDirectory("keys").keyring("bank")
    let sealer = try Sealer(from: provider, topic: "com.example.bank")

    var payload = Payload(alert: Alert(title: "Payment received", body: "€ 240 from Jane"))
    payload.aps.sound = .default
    payload["account"] = "DE89 3704 0044 0532 0130 00"

    let push = try sealer.seal(payload, to: phone, placeholder: Placeholder(title: "New activity"))
    // README ends
    return push
}
