import Foundation
import PushOpener
import PushSealer
import RoundTrip
import StrictJSON
import Testing

/// The code of Documentation/transports.md, compiled and run as it is printed there.
@Suite("The example of transports.md runs")
struct TransportSnippets {
    @Test("an FCM data message carries an envelope")
    func fcm() throws {
        let keys = try LawTests.keys.get()
        let sealer = try Sealer(from: try #require(keys.provider), topic: Pair.topic)
        let phone = try #require(try keys.device?.primary.devicePublicKey)
        let opener = try Opener(
            keys: OpeningKeys(device: keys.device, provider: keys.provider), topic: Pair.topic)

        // The sender of an FCM data message
        let content: JSONObject = ["title": "Payment received", "amount": 240.10]
        let options = EnvelopeOptions(expiresIn: .seconds(3600), maximumCharacterCount: 4096 - "sealed".utf8.count)
        let envelope = try sealer.sealEnvelope(of: content, to: phone, purpose: "fcm", options: options)
        let data = ["sealed": envelope]

        // The app that receives it
        let opened = try opener.open(envelope: data["sealed"] ?? "", purpose: "fcm")
        #expect(opened.content["title"]?.stringValue ?? "" == "Payment received")
    }

    @Test("the example stands in the document")
    func printed() throws {
        let root = PayloadFixture.folder.deletingLastPathComponent().deletingLastPathComponent()
        let document = try String(
            contentsOf: root.appending(path: "Documentation/transports.md"), encoding: .utf8)
        let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
        let block = try #require(document.firstMatch(of: /```swift\n((?s).*?)```/)?.output.1)
        let lines = block.split(separator: "\n").filter { !$0.hasPrefix("print(") }
        #expect(lines.count >= 7)
        for line in lines { #expect(source.contains(line), "\(line)") }
    }
}
