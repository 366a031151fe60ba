import Foundation
import PushOpener
import PushSealer
import Testing

@Suite("README")
struct ReadmeTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test("the example stands in the README as it is compiled here")
    func exampleIsPrinted() throws {
        let source = try String(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "ReadmeExample.swift"),
            encoding: .utf8)
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
        let begin = try #require(lines.firstIndex { $0.hasSuffix("// README begins") })
        let end = try #require(lines.firstIndex { $0.hasSuffix("// README ends") })
        let example = lines[(begin + 1)..<end].map { $0.hasPrefix("    ") ? $0.dropFirst(4) : $0 }
        let readme = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
        #expect(readme.contains("import PushSealer\n\n" + example.joined(separator: "\n")))
    }

    @Test("the example seals what the device then opens")
    func exampleWorks() throws {
        let phone = try KeyDirectory("keys").keyring("phone")
        let bank = try KeyDirectory("keys").publicKeyring("bank")
        let push = try readmeExample(phone: #require(phone.primary.devicePublicKey))
        let opener = try Opener(keys: OpeningKeys(device: phone, provider: bank), topic: "com.example.bank")
        let delivered = try opener.open(push.body).payload
        #expect(delivered["account"] == "DE89 3704 0044 0532 0130 00")
        #expect(delivered.aps.alert?.body == "€ 240 from Jane")
        #expect(!String(decoding: push.body, as: UTF8.self).contains("Jane"))
    }
}
