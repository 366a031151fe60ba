import ExtensionHost
import Foundation
import PhoneState
import PushPayload
import PushSealer
import StrictJSON
import Testing
import UserNotifications

@Suite("Localization keys become texts of the app's bundle")
final class BundleTests {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

    deinit { try? FileManager.default.removeItem(at: folder) }

    func write(_ name: String, _ text: String) throws {
        let file = folder.appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    /// Returns the texts that the system shows for an alert, and those that an extension gets for it.
    func content(
        _ alert: JSONObject,
        languages: [String] = ["en"],
        policy: LocalizationPolicy = LocalizationPolicy()
    ) async throws -> [String] {
        let phone = Phone()
        phone.strings = Localization(bundle: folder.path, languages: languages)
        phone.strings.policy = policy
        let payload = Payload(["aps": ["alert": .object(alert)]])
        let shown = await ExtensionHost(phone: phone) { SealedNotificationService() }.deliver(payload).content
        let content = phone.perform { UNMutableNotificationContent(payload) }
        if !policy.prefersKeys {
            #expect([content.title, content.subtitle, content.body] == [shown.title, shown.subtitle, shown.body])
        }
        return [shown.title, shown.subtitle, shown.body]
    }

    static let stringsdict = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0"><dict><key>FILES</key><dict>
            <key>NSStringLocalizedFormatKey</key><string>%#@files@ arrived</string>
            <key>files</key><dict>
                <key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>
                <key>NSStringFormatValueTypeKey</key><string>d</string>
                <key>one</key><string>One file</string><key>other</key><string>%d files</string>
            </dict></dict></dict></plist>
        """

    @Test("loc-key, title-loc-key and subtitle-loc-key take their arguments")
    func threeKeys() async throws {
        try write("en.lproj/Localizable.strings", "T = \"From %@\"; S = \"%2$@ %1$@\"; B = \"100%% of %@\";")
        let alert: JSONObject = [
            "title-loc-key": "T", "title-loc-args": ["Jane"], "subtitle-loc-key": "S",
            "subtitle-loc-args": ["a", "b"], "loc-key": "B", "loc-args": ["it"],
        ]
        #expect(try await content(alert) == ["From Jane", "b a", "100% of it"])
    }

    @Test("a key that the chosen language lacks is not searched in another")
    func missingKey() async throws {
        try write("en.lproj/Localizable.strings", "K = english;")
        try write("de.lproj/Localizable.strings", "L = deutsch;")
        #expect(try await content(["loc-key": "K", "loc-args": ["a"]], languages: ["de", "en"])[2] == "K")
    }

    @Test("a missing key is shown itself")
    func missingKeyPolicy() async throws {
        try write("en.lproj/Localizable.strings", "E = \"\";")
        #expect(try await content(["title": "T", "loc-key": "NONE"]) == ["T", "", "NONE"])
        #expect(try await content(["loc-key": "E"])[2] == "E")
    }

    @Test("a text precedes the key beside it unless the policy says otherwise")
    func precedence() async throws {
        try write("en.lproj/Localizable.strings", "K = key;")
        #expect(try await content(["body": "text", "loc-key": "K"])[2] == "text")
        #expect(try await content(["body": "", "loc-key": "K"])[2] == "key")
        var policy = LocalizationPolicy()
        policy.prefersKeys = true
        #expect(try await content(["body": "text", "loc-key": "K"], policy: policy)[2] == "key")
        #expect(try await content(["body": "text", "loc-key": "NONE"], policy: policy)[2] == "text")
    }

    @Test("a stringsdict precedes a strings file, and its variables are counted only if the policy says so")
    func stringsdict() async throws {
        try write("en.lproj/Localizable.strings", "FILES = plain; OTHER = other;")
        try write("en.lproj/Localizable.stringsdict", Self.stringsdict)
        let one: JSONObject = ["loc-key": "FILES", "loc-args": ["1"]]
        #expect(try await content(one)[2] == "@files@ arrived")
        var policy = LocalizationPolicy()
        policy.formatsNumbers = true
        #expect(try await content(one, policy: policy)[2] == "One file arrived")
        #expect(try await content(["loc-key": "OTHER"])[2] == "other")
    }

    @Test("a string catalog gives texts, plural forms, substitutions and the iPhone's variation")
    func catalog() async throws {
        try write(
            "Localizable.xcstrings",
            """
            {"version":"1.0","sourceLanguage":"en","strings":{
              "Hello":{},
              "NEW":{"localizations":{"en":{"stringUnit":{"state":"translated","value":"New from %@"}},
                "de":{"stringUnit":{"state":"needs_review","value":"Neu von %@"}}}},
              "COUNT":{"localizations":{"en":{"variations":{"plural":{
                "one":{"stringUnit":{"state":"translated","value":"%lld file"}},
                "other":{"stringUnit":{"state":"translated","value":"%lld files"}}}}}}},
              "SUBST":{"localizations":{"en":{"stringUnit":{"state":"translated","value":"%1$@ sent %#@photos@"},
                "substitutions":{"photos":{"argNum":2,"formatSpecifier":"lld","variations":{"plural":{
                  "one":{"stringUnit":{"state":"translated","value":"%arg photo"}},
                  "other":{"stringUnit":{"state":"translated","value":"%arg photos"}}}}}}}}},
              "TAP":{"localizations":{"en":{"variations":{"device":{
                "mac":{"stringUnit":{"state":"translated","value":"Click"}},
                "iphone":{"stringUnit":{"state":"translated","value":"Tap"}}}}}}}}}
            """)
        var policy = LocalizationPolicy()
        policy.formatsNumbers = true
        func text(_ key: String, _ arguments: [JSONValue], _ languages: [String] = ["en"]) async throws -> String {
            try await content(
                ["loc-key": .string(key), "loc-args": .array(arguments)], languages: languages, policy: policy)[2]
        }
        #expect(try await text("NEW", ["Jane"]) == "New from Jane")
        #expect(try await text("NEW", ["Jane"], ["de-CH"]) == "Neu von Jane")
        #expect(try await text("Hello", [], ["fr"]) == "Hello")
        #expect(try await text("COUNT", ["1"]) == "1 file")
        #expect(try await text("COUNT", ["5"]) == "5 files")
        #expect(try await text("SUBST", ["Jane", "1"]) == "Jane sent 1 photo")
        #expect(try await text("TAP", []) == "Tap")
        #expect(try await text("COUNT", ["1"], ["de"]) == "COUNT")
    }

    @Test("without a language of the user's, the development region of Info.plist is used, else Base")
    func developmentRegion() async throws {
        try write("fr.lproj/Localizable.strings", "K = \"français\";")
        try write("Base.lproj/Localizable.strings", "K = base;")
        #expect(try await content(["loc-key": "K"], languages: ["ja"])[2] == "base")
        try write(
            "Info.plist",
            "<plist><dict><key>CFBundleDevelopmentRegion</key><string>fr</string></dict></plist>")
        #expect(try await content(["loc-key": "K"], languages: ["ja"])[2] == "français")
    }

    @Test("a folder without strings for the user leaves every key unchanged, and its fault names it and its languages")
    func empty() async throws {
        func fault(_ languages: [String]) -> String? {
            let strings = Localization(bundle: folder.path, languages: languages)
            #expect(strings.language == nil && strings.faults.count == 1)
            return strings.faults.first
        }
        #expect(fault(["en"]) == "\(folder.path): no such folder")
        #expect(try await content(["loc-key": "K"])[2] == "K")
        try write("README", "")
        #expect(fault([]) == "\(folder.path): expected strings in the development region of Info.plist, found none")
        try write("pt.lproj/Localizable.strings", "K = texto;")
        try write("de.lproj/Localizable.strings", "K = Text;")
        #expect(
            fault(["ja", "en"])
                == "\(folder.path): expected strings in ja or en or the development region of Info.plist, found de, pt")
        #expect(try await content(["loc-key": "K"])[2] == "K")
        #expect(Localization(bundle: folder.path, languages: ["ja", "pt-BR"]).faults.isEmpty)
    }

    /// Larger files are in HostileStringsTests.
    @Test(
        "a fault of a file stops no push: its keys are shown, the other files' texts too, and the fault has its name",
        arguments: [
            ("en.lproj/Localizable.strings", "T = 1;\nK = ", "line 2", ["Q", "T", "K"]),
            ("en.lproj/Localizable.strings", "T = 1;;\nK = 2;", "line 1", ["Q", "1", "K"]),
            ("en.lproj/Localizable.stringsdict", "<plist>", "the text", ["Q", "one", "two"]),
            ("Info.plist", "[]", "line 1", ["Q", "one", "two"]),
            ("Localizable.xcstrings", "[]", "the catalog", ["Q", "one", "two"]),
        ])
    func broken(file: String, text: String, reason: String, shown: [String]) async throws {
        try write("en.lproj/Localizable.strings", "T = one; K = two;")
        try write(file, text)
        let strings = Localization(bundle: folder.path, languages: ["en"])
        #expect(strings.faults.count == 1)
        #expect(strings.faults.first?.hasPrefix("\(file): \(reason)") == true)
        #expect(try await content(["title": "Q", "subtitle-loc-key": "T", "loc-key": "K"]) == shown)
    }

    @Test("an empty file is an empty table, and one that cannot be read a fault")
    func emptyOrFailing() async throws {
        let file = folder.appending(path: "en.lproj/Localizable.strings")
        try write("en.lproj/Localizable.strings", "")
        #expect(Localization(bundle: folder.path, languages: ["en"]).faults.isEmpty)
        try FileManager.default.removeItem(at: file)
        // A regular file whose first page is no memory of the process, so that reading it fails.
        try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: "/proc/self/mem")
        #expect(
            Localization(bundle: folder.path, languages: ["en"]).faults
                == ["en.lproj/Localizable.strings: the file cannot be read"])
        #expect(try await content(["loc-key": "K"])[2] == "K")
    }

    @Test("a placeholder of localization keys is localized by the system, also when the seal is refused")
    func placeholder() async throws {
        try write("en.lproj/Localizable.strings", "NEW_ACTIVITY = \"New activity for %@\"; PAID = \"Paid: %@\";")
        let bank = try Bank()
        let alert: JSONObject = ["loc-key": "NEW_ACTIVITY", "loc-args": ["Giro"]]
        let payload = Payload(["aps": ["alert": ["loc-key": "PAID", "loc-args": ["€ 240"]]]])
        let sealed = try bank.seal(payload, placeholder: .init(alert: alert))
        let phone = Phone()
        phone.strings = Localization(bundle: folder.path, languages: ["en"])
        let opened = await ExtensionHost(phone: phone) { BankService(keys: bank.keys) }.deliver(sealed)
        #expect(opened.original.body == "New activity for Giro")
        #expect(opened.content.body == "Paid: € 240")
        let refused = await ExtensionHost(phone: phone) { SealedNotificationService() }.deliver(sealed)
        #expect(refused.outcome == .placeholder)
        #expect(refused.content.body == "New activity for Giro")
    }

    @Test("localizedUserNotificationString is the text of the phone's strings, also on a phone restored from a backup")
    func userNotificationString() throws {
        try write("en.lproj/Localizable.strings", "K = \"%@ of %@\";")
        let phone = Phone()
        func text(_ phone: Phone, _ key: String, _ arguments: [Any]?) -> String {
            phone.perform { NSString.localizedUserNotificationString(forKey: key, arguments: arguments) }
        }
        #expect(text(phone, "K", ["a"]) == "K")
        phone.strings = Localization(bundle: folder.path, languages: ["en"])
        #expect(text(phone, "K", ["a", 7]) == "a of 7")
        #expect(text(phone, "K", nil) == "(null) of (null)")
        #expect(text(phone, "L", ["a"]) == "L")
        #expect(text(try phone.restored(), "K", ["a", "b"]) == "a of b")
        #expect(text(phone.with(Entitlements()), "K", ["a", "b"]) == "a of b")
        #expect(text(Phone(), "K", []) == "K")
    }
}
