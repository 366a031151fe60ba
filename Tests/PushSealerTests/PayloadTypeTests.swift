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
