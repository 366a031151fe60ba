import PushPayload
import PushSealer
import StrictJSON
import Testing

/// Apple, Generating a remote notification, tables 1 to 3; the linter reports the same as `wrong-type`.
@Suite("The types of Apple's members")
struct PayloadTypeTests {
    @Test(
        "a payload with a member of another type than Apple documents is refused with its path",
        arguments: [
            (#"{"aps":{"alert":{"loc-key":"K","loc-args":["Jane",3]}}}"#, "/aps/alert/loc-args/1"),
            (#"{"aps":{"alert":"Hi","badge":"48217"}}"#, "/aps/badge"),
            (#"{"aps":{"alert":"Hi","badge":48217.5}}"#, "/aps/badge"),
            (#"{"aps":{"alert":{"body":48217}}}"#, "/aps/alert/body"), (#"{"aps":{"alert":["48217"]}}"#, "/aps/alert"),
            (#"{"aps":{"alert":"Hi","sound":{"name":48217}}}"#, "/aps/sound/name"),
            (#"{"aps":{"timestamp":"48217","event":"update","content-state":{}}}"#, "/aps/timestamp"),
            // Only in a Live Activity's alert is a title a dictionary.
            (#"{"aps":{"alert":{"title":{"loc-key":"48217"}}}}"#, "/aps/alert/title"),
        ])
    func wrongType(text: String, path: String) throws {
        let payload = try Payload(parsing: Array(text.utf8))
        for suite in SealingSuite.allCases {
            let error = try #require(throws: SealError.self) { try Sealing.seal(payload, in: suite) }
            #expect(error.code == .invalidPayload)
            #expect(error.reason.hasPrefix("at \(path): "))
            // A value may be a secret.
            #expect(!error.reason.contains("48217") && !error.reason.contains("Jane"))
        }
    }

    @Test("what the system reads beside aps has its type, too")
    func besideAPS() throws {
        let payload = try Payload(parsing: Array(#"{"aps":{},"domain":48217,"container-identifier":"c"}"#.utf8))
        let visible = try ["domain", "container-identifier"].map { try PayloadPath(parsing: $0) }
        let error = try #require(throws: SealError.self) {
            try Sealing.seal(
                payload, in: .hpkeAuth, options: SealOptions(visible: visible, pushType: .fileprovider))
        }
        #expect(error.code == .invalidPayload && error.reason == "at /domain: domain is a string, not a number")
    }

    @Test("a null in a payload is refused with its path; the content of an envelope on its own may hold one")
    func null() throws {
        for (value, path) in [([1, ["b/c": .null]], "/a/1/b~1c"), (.null, "/a")] as [(JSONValue, String)] {
            let error = try #require(throws: SealError.self) {
                try Sealing.seal(Payload(["aps": ["alert": "Hi"], "a": value]), in: .hpkeAuth)
            }
            #expect(error.code == .invalidPayload)
            #expect(error.reason == "the payload holds a null at \(path), which APNs does not carry")
        }
        #expect(throws: Never.self) { try Sealing.sealEnvelope(of: ["a": .null], in: .hpkeAuth, purpose: "widget") }
    }

    @Test(
        "custom members have any type, and so has a switch",
        arguments: [
            #"{"aps":{"alert":{"title":"Hi"},"badge":1.0,"mutable-content":true,"own":[1]},"badge":"x","loc-args":[3]}"#,
            #"{"aps":{"timestamp":1793448000,"event":"update","content-state":{"badge":"x"},"alert":{"title":{"loc-key":"K"}}}}"#,
        ])
    func anyType(text: String) throws {
        _ = try Sealing.seal(Payload(parsing: Array(text.utf8)), in: .hpkeAuth)
    }
}
