import StrictJSON
import Testing

@Suite("keys list and keys show")
struct ShowingTests {
    // Thumbprints as Python's hashlib and base64 give them for the demonstration keys.
    private static let phone = "IMHLjUwp3ErGumb55erBormCsXffJFvP-lPJ6gXs6D0"

    @Test("the demonstration keyrings are listed, a line for each key")
    func list() throws {
        let folder = try Folder(withKeys: false)
        let run = try folder.run("sealedpush keys list --keys \(Tool.project)/keys")
        #expect(run.exitCode == 0)
        #expect(run.errors == "")
        #expect(
            run.output == """
                name                   role      half    id        state   since
                bank (demonstration)   provider  secret  423b8445  active  2026-11-21 14:47 UTC
                pair (demonstration)   shared    secret  a16ba328  active  2026-11-21 14:47 UTC
                phone (demonstration)  device    secret  20c1cb8d  active  2026-11-21 14:47 UTC

                """)
    }

    @Test("a keyring of public keys alone is listed as such")
    func publicHalf() throws {
        let folder = try Folder()
        let run = try folder.run("rm keys/phone.jwks; sealedpush keys list | grep phone")
        #expect(run.output.contains("device    public"))
    }

    @Test("a retiring key is shown with the end of its grace")
    func retiring() throws {
        let folder = try Folder()
        _ = try folder.run(#"sed -i 's/"state":"active"/"state":"retiring","until":1893456000/' keys/phone.*jwks"#)
        let run = try folder.run("sealedpush keys list | grep phone")
        #expect(run.output.contains("retiring until 2030-01-01 00:00 UTC"))
    }

    @Test("an unreadable keyring is named, and the others are listed")
    func oneUnreadable() throws {
        let folder = try Folder()
        let run = try folder.run("echo '{' > keys/bad.jwks; chmod 600 keys/bad.jwks; sealedpush keys list")
        #expect(run.exitCode == 1)
        #expect(run.output.split(separator: "\n").count == 5)
        #expect(run.errors.hasPrefix("sealedpush: error: "))
        #expect(run.errors.contains("bad"))
    }

    @Test("a missing folder and one without keyrings are reported with the first step")
    func nothingThere() throws {
        let folder = try Folder(withKeys: false)
        let missing = try folder.run("sealedpush keys list")
        #expect(missing.exitCode == 1)
        #expect(
            missing.errors == """
                sealedpush: error: notFound: there is no folder keys
                sealedpush: hint: 'sealedpush keys generate' creates it with the first keyring

                """)
        let empty = try folder.run("mkdir keys; sealedpush keys list; sealedpush keys list --json")
        #expect(empty.exitCode == 0)
        #expect(empty.output == "[]\n")
        #expect(empty.errors == "sealedpush: hint: no keyring in keys; 'sealedpush keys generate' creates one\n")
    }

    @Test("show prints the public description, for people and for programs")
    func show() throws {
        let folder = try Folder(withKeys: false)
        let text = try folder.run("sealedpush keys show phone --keys \(Tool.project)/keys")
        #expect(text.exitCode == 0)
        #expect(text.errors == "")
        #expect(
            text.output == """
                phone  device, secret half, 1 key
                a public demonstration; everyone has its keys

                  id          20c1cb8d
                  thumbprint  \(Self.phone)
                  fingerprint 71469 11786 04825 67458 50071 01967 95178 12029
                  state       active
                  made        2026-11-21 14:47 UTC
                  public key  {"kty":"OKP","crv":"X25519","x":"6SstM2uL_5fVX1HkCr8jH-IuKHdbMrA5W94pEYts6HE",\
                "use":"enc","kid":"\(Self.phone)"}

                """)
        let json = try folder.run("sealedpush keys show \(Tool.project)/keys/phone.pub.jwks --json").json.objectValue
        #expect(json?["name"] == "phone")
        #expect(json?["half"] == "public")
        #expect(json?["demonstration"] == true)
        #expect(json?["keys"]?.arrayValue?.first?.objectValue?["thumbprint"] == .string(Self.phone))
    }

    @Test("show never prints a secret", arguments: ["phone", "bank", "pair"], ["", "--json"])
    func secrecy(name: String, option: String) throws {
        let folder = try Folder(withKeys: false)
        let key = try JSONValue(parsing: folder.run("cat \(Tool.project)/keys/\(name).jwks").outputBytes)
            .objectValue?["keys"]?.arrayValue?.first?.objectValue
        let secret = try #require((key?["d"] ?? key?["k"])?.stringValue)
        let run = try folder.run("sealedpush keys show \(name) --keys \(Tool.project)/keys \(option)")
        #expect(run.exitCode == 0)
        #expect(!(run.output + run.errors).contains(secret))
    }

    @Test("a missing keyring is an error with a hint about its extension and path")
    func notFound() throws {
        let folder = try Folder()
        let run = try folder.run("sealedpush keys show phnoe")
        #expect(run.exitCode == 1)
        #expect(
            run.errors == """
                sealedpush: error: notFound: there is no keyring phnoe in keys
                sealedpush: hint: 'sealedpush keys list' lists the keyrings, 'sealedpush keys generate' creates one

                """)
        let ending = try folder.run("sealedpush keys show phone.jwks")
        #expect(ending.errors.hasSuffix("a path contains a slash, such as ./phone.jwks\n"))
    }

    @Test("a file of secrets that others may read is refused")
    func openPermissions() throws {
        let folder = try Folder()
        let run = try folder.run("chmod 644 keys/phone.jwks; sealedpush keys show phone")
        #expect(run.exitCode == 1)
        #expect(run.output == "")
        #expect(run.errors.hasPrefix("sealedpush: error: insecurePermissions: "))
    }
}
