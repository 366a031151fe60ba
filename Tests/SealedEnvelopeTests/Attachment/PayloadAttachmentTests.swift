import PushPayload
import StrictJSON
import Testing

@testable import SealedEnvelope

@Suite("Attachments of a payload")
struct PayloadAttachmentTests {
    private let attachment = AttachmentVectors.blobs.compactMap { SealedAttachment(json: .object($0.descriptor)) }

    @Test("one to four attachments are read in their order", arguments: 1...4)
    func order(count: Int) {
        var payload = Payload(alert: Alert(title: "A"))
        payload.attachments = Array(attachment.prefix(count))
        #expect(payload.attachments == Array(attachment.prefix(count)))
        #expect(payload["sealedpush"]?.objectValue?["attachments"]?.arrayValue?.count == count)
    }

    @Test("no attachment and five are not read")
    func counts() {
        for elements: [JSONValue] in [[], attachment.prefix(5).map(\.json)] {
            let payload = Payload(["sealedpush": ["attachments": .array(elements)]])
            #expect(payload.attachments == nil)
        }
    }

    @Test("one wrong attachment refuses all", arguments: [1, [:], "", [1]] as [JSONValue])
    func wrong(value: JSONValue) {
        #expect(Payload(["sealedpush": ["attachments": value]]).attachments == nil)
        #expect(Payload(["sealedpush": ["attachments": [attachment[0].json, value]]]).attachments == nil)
    }

    @Test("a size is written in digits alone", arguments: ["-0", "3.0", "3e0", "30e-1"])
    func size(text: String) throws {
        var descriptor = try #require(attachment[0].json.objectValue)
        descriptor["size"] = .number(try #require(JSONNumber(text: text)))
        #expect(Payload(["sealedpush": ["attachments": [.object(descriptor)]]]).attachments == nil)
        descriptor["size"] = 3
        #expect(Payload(["sealedpush": ["attachments": [.object(descriptor)]]]).attachments?.count == 1)
    }

    @Test("a descriptor of a negative size is not made")
    func negative() {
        let key = attachment[0].key
        func made(_ size: Int) -> SealedAttachment? {
            SealedAttachment(url: "https://a/", key: key, size: size, digest: key, type: "public.png")
        }
        #expect(made(0) != nil && made(-1) == nil)
    }

    @Test("attachments and commands stand beside each other")
    func commands() {
        var payload = Payload(alert: Alert(title: "A"))
        #expect(payload.attachments == [] && !payload.hasCommands)
        payload.attachments = [attachment[0]]
        #expect(!payload.hasCommands && payload.commands == nil)
        let commands = NotificationCommands(remove: NotificationSelection(threads: ["jane"]))
        payload.commands = commands
        #expect(payload.commands == commands && payload.attachments == [attachment[0]] && payload.hasCommands)
        payload.attachments = []
        #expect(payload.commands == commands && payload.attachments == [])
        payload.attachments = [attachment[0]]
        payload.commands = nil
        #expect(payload.attachments == [attachment[0]] && !payload.hasCommands)
        payload.attachments = nil
        #expect(payload["sealedpush"] == nil)
    }

    @Test("a member beside the attachments is a command, also an unknown one")
    func unknown() {
        let payload = Payload(["sealedpush": ["attachments": [attachment[0].json], "later": 1]])
        #expect(payload.hasCommands && payload.commands == nil)
        #expect(Payload(["sealedpush": [:]]).hasCommands && Payload(["sealedpush": 1]).hasCommands)
    }

    @Test(
        "the host of an address is that of an URL without user information and fragment",
        arguments: [
            ("https://media.example.com/1?a=@b", "media.example.com"),
            ("https://MEDIA.example.com", "media.example.com"),
            ("https://a:8443/", "a"), ("https://a?/", "a"), ("https://a:/", nil), ("https://a:+1/", nil),
            ("https://:1/", nil),
            ("https://my-media.example.com/", "my-media.example.com"), ("https://a/ b", nil), ("https://a/\u{7f}", nil),
            ("https://a/\\b", nil), ("https://a/\"", nil), ("https://a/#b", nil),
            ("https://a:1:2/", nil), ("https://a:123456/", nil), ("https:/a", nil), ("", nil), ("https://", nil),
        ] as [(String, String?)])
    func hosts(url: String, host: String?) { #expect(SealedAttachment.host(of: url) == host) }
}
