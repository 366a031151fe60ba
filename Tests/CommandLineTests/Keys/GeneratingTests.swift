import StrictJSON
import Testing

@Suite("keys generate")
struct GeneratingTests {
    @Test(
        "a pair is written as a secret and a public file, for the owner and for everyone",
        arguments: ["device", "provider"])
    func pair(role: String) throws {
        let folder = try Folder(withKeys: false)
        let run = try folder.run("umask 022; sealedpush keys generate mine --role \(role)")
        #expect(run.exitCode == 0)
        #expect(run.errors == "")
        #expect(folder.mode("keys/mine.jwks") == 0o600)
        #expect(folder.mode("keys/mine.pub.jwks") == 0o644)
        #expect(folder.mode("keys") == 0o700)
        #expect(run.output.contains("\(role), secret half, 1 key"))
        #expect(run.output.contains("keys/mine.jwks"))
        #expect(run.output.contains("keys/mine.pub.jwks"))
    }

    @Test("a shared key has no public file")
    func shared() throws {
        let folder = try Folder(withKeys: false)
        let run = try folder.run("sealedpush keys generate both --role shared")
        #expect(run.exitCode == 0)
        #expect(try folder.run("ls keys | grep jwks").output == "both.jwks\n")
        #expect(!run.output.contains("public"))
    }

    @Test("the description never holds the secret", arguments: ["device", "provider", "shared"], ["", "--json"])
    func secrecy(role: String, option: String) throws {
        let folder = try Folder(withKeys: false)
        let run = try folder.run("sealedpush keys generate mine --role \(role) \(option)")
        let key = try JSONValue(parsing: folder.read("keys/mine.jwks")).objectValue?["keys"]?.arrayValue?.first?
            .objectValue
        let secret = try #require((key?["d"] ?? key?["k"])?.stringValue)
        #expect(secret.utf8.count == 43)
        #expect(!(run.output + run.errors).contains(secret))
        #expect(!(try folder.run("cat keys/mine.pub.jwks").output).contains(secret))
    }

    @Test("the JSON description names the id, the files and the public key as they are in the file")
    func json() throws {
        let folder = try Folder(withKeys: false)
        let description = try folder.run("sealedpush keys generate mine --role device --json").json.objectValue
        let inFile = try JSONValue(parsing: folder.read("keys/mine.pub.jwks")).objectValue?["keys"]?.arrayValue?.first?
            .objectValue
        let key = description?["keys"]?.arrayValue?.first?.objectValue
        #expect(description?["files"] == ["keys/mine.jwks", "keys/mine.pub.jwks"])
        #expect(description?["role"] == "device")
        #expect(key?["publicKey"]?.objectValue?["x"] == inFile?["x"])
        #expect(key?["thumbprint"] == inFile?["kid"])
        #expect(key?["state"] == "active")
    }

    @Test("a keyring is never overwritten", arguments: ["keys/mine.jwks", "keys/mine.pub.jwks"])
    func overwriting(file: String) throws {
        let folder = try Folder(withKeys: false)
        _ = try folder.run("mkdir keys; printf kept > \(file)")
        let run = try folder.run("sealedpush keys generate mine --role device")
        #expect(run.exitCode == 1)
        #expect(run.output == "")
        #expect(
            run.errors == """
                sealedpush: error: alreadyExists: \(file) exists and is not overwritten
                sealedpush: hint: choose another name, or another folder with --keys

                """)
        #expect(try folder.text(file) == "kept")
        #expect(try folder.run("ls keys | grep jwks").output == "\(file.dropFirst(5))\n")
    }

    @Test(
        "a name that could be a path or an option is refused", arguments: ["../mine", ".mine", "a/b", "", "a b", "ü"])
    func badNames(name: String) throws {
        let folder = try Folder(withKeys: false)
        let run = try folder.run("sealedpush keys generate '\(name)' --role device")
        #expect(run.exitCode == 1)
        #expect(run.errors.hasPrefix("sealedpush: error: invalidName: "))
        #expect(folder.files.isEmpty)
    }

    @Test("without a valid role nothing is generated", arguments: ["", "--role server", "--role"])
    func badRoles(option: String) throws {
        let folder = try Folder(withKeys: false)
        let run = try folder.run("sealedpush keys generate mine \(option)")
        #expect(run.exitCode == 64)
        #expect(run.output == "")
        #expect(run.errors.hasPrefix("sealedpush: error: "))
        #expect(run.errors.hasSuffix("sealedpush: hint: see 'sealedpush keys generate --help'\n"))
        #expect(try folder.run("ls -A").output == "")
    }

    @Test("the folder is --keys, else $SEALEDPUSH_KEYS, else keys")
    func folder() throws {
        let folder = try Folder(withKeys: false)
        let variable = ["SEALEDPUSH_KEYS=named"]
        _ = try folder.run("sealedpush keys generate a --role device --keys given", environment: variable)
        _ = try folder.run("sealedpush keys generate b --role device", environment: variable)
        _ = try folder.run("sealedpush keys generate c --role device", environment: ["SEALEDPUSH_KEYS="])
        let run = try folder.run("SEALEDPUSH_KEYS=$'\\377' sealedpush keys generate d --role device")
        #expect(run.exitCode == 64)
        #expect(run.errors.hasPrefix("sealedpush: error: SEALEDPUSH_KEYS is not UTF-8\n"))
        #expect(try folder.run("ls */*.pub.jwks").output == "given/a.pub.jwks\nkeys/c.pub.jwks\nnamed/b.pub.jwks\n")
    }
}
