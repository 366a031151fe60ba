import PushOpener
import PushSealer

/// The README's program between the two marks; its prints go to `print`.
func readmeExample(print: (String) -> Void) throws {
    // README begins
    // The device and the provider each generate a key, and exchange the public halves.
    let device = try Keyring.generate(name: "phone", role: .device)
    let provider = try Keyring.generate(name: "bank", role: .provider)

    // The provider seals the payload to the device.
    let sealer = try Sealer(from: provider, topic: "com.example.bank")
    var payload = Payload(alert: Alert(title: "Payment received", body: "€ 240 from Jane"))
    payload.aps.sound = .default
    payload["account"] = "DE89 3704 0044 0532 0130 00"
    let push = try sealer.seal(payload, to: device.offer().key, placeholder: Placeholder(title: "New activity"))
    print(String(decoding: push.body, as: UTF8.self))

    // The device opens it, in the notification service extension.
    let keys = try OpeningKeys(device: device, provider: provider.publicHalf())
    let opener = try Opener(keys: keys, topic: "com.example.bank")
    let opened = try opener.open(push.body)
    print(opened.payload.aps.alert?.body ?? "")
    // README ends
}
