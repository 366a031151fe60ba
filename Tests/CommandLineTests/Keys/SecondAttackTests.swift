import Testing

/// Inputs that a second attack found, each with what it broke.
@Suite("The second attack")
struct SecondAttackTests {
    private let folder: Folder

    init() throws {
        folder = try Folder()
        try folder.write(Payloads.payment, to: "payment.json")
    }

    @Test("a PEM key with a byte outside ASCII is refused, not decoded to another key")
    func highByteInPEM() throws {
        let run = try folder.run(
            """
            sealedpush keys export bank --secret --form pem | perl -pe 's/^(M.{20})./$1\\xC1/' \
                | sealedpush keys import copy --role provider
            """)
        #expect(run.exitCode == 1)
        #expect(try folder.run("test -e keys/copy.jwks").exitCode == 1)
    }

    @Test("a JWK that its keyring could not read again is refused, and the keyring still opens", arguments: [510, 511])
    func deepJWK(depth: Int) throws {
        let run = try folder.run(
            """
            sealedpush keys import pins keys/bank.pub.jwks --role provider > shown
            python3 -c "print('{\\"kty\\":\\"OKP\\",\\"crv\\":\\"X25519\\",\\"x\\":\\"hSDwCYkwp1R0i33ctD73Wg2_Og0mOBr066SpjqqbTmo\\",\\"note\\":' + '[' * \(depth) + ']' * \(depth) + '}')" > deep.jwk
            sealedpush keys import pins deep.jwk --role provider
            """)
        #expect(run.exitCode == 1, "\(run.errors)")
        #expect(try folder.run("sealedpush keys show pins").exitCode == 0)
    }

    @Test("a line with shared and from is refused, as the command is")
    func senderBesideShared() throws {
        let run = try folder.run(
            #"echo '{"shared":"pair","from":"bank","payload":{"aps":{"alert":"hi"}}}' | sealedpush seal --lines"#)
        #expect(run.exitCode == 1)
        #expect(run.output.contains("from and shared exclude each other"))
    }

    @Test("an open file under another spelling of its number is not written", arguments: ["+3", "03"])
    func descriptorSpelling(number: String) throws {
        let run = try folder.run(
            """
            before=$(sha256sum < keys/phone.jwks)
            sealedpush seal --to phone payment.json -o /dev/fd/\(number) 3<>keys/phone.jwks; code=$?
            test "$before" = "$(sha256sum < keys/phone.jwks)" && exit $code || exit 99
            """)
        #expect(run.exitCode == 1, "\(run.errors)")
    }

    @Test("a combining mark or a joiner after the slash does not hide the folder", arguments: ["\u{301}", "\u{200d}"])
    func hiddenSlash(mark: String) throws {
        let run = try folder.run(
            "mkdir open; cp -p keys/phone.jwks 'open/\(mark)phone.jwks'; chmod 777 open; sealedpush keys show './open/\(mark)phone.jwks'"
        )
        #expect(run.exitCode == 1)
        #expect(run.errors.contains("insecureFolder"), "\(run.errors)")
    }

    @Test("a challenge on a device's own keyring is refused, and its pending key stays")
    func challengeOfOwnKeyring() throws {
        let run = try folder.run(
            """
            sealedpush keys rotate phone --prepare > shown; before=$(sha256sum < keys/phone.jwks)
            sealedpush keys offer phone > offer; sealedpush keys challenge phone offer; code=$?
            test "$before" = "$(sha256sum < keys/phone.jwks)" && exit $code || exit 99
            """)
        #expect(run.exitCode == 1)
        #expect(run.errors.contains("wrongHalf"), "\(run.errors)")
    }
}
