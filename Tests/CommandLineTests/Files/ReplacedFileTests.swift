import Glibc
import Testing

/// The permissions and the owner of a file that an output replaces.
@Suite("replaced files")
struct ReplacedFileTests {
    private let folder: Folder

    init() async throws {
        folder = try await Folder()
        try folder.write(Payloads.payment, to: "payment.json")
    }

    @Test(
        "A1: a link that alternates between a key and another file never leads an output to the key",
        arguments: ["harmless.json", "pipe"])
    func swappedLink(target: String) async throws {
        let run = try await folder.run(
            """
            before=$(stat -c %i keys/phone.jwks; sha256sum < keys/phone.jwks)
            touch harmless.json; ln -s harmless.json out.json
            # Open at both ends, so that no one has to read it: it holds 64 KiB, and the outputs have less.
            mkfifo pipe; exec 3<>pipe
            python3 -c 'import itertools, os, sys
            for number in itertools.count():
                os.symlink(sys.argv[1 + number % 2], "link")
                os.rename("link", "out.json")' keys/phone.jwks \(target) &
            for number in {1..150}; do sealedpush seal --to phone payment.json -o out.json; done
            kill $!
            test "$before" = "$(stat -c %i keys/phone.jwks; sha256sum < keys/phone.jwks)"
            """)
        #expect(run.exitCode == 0)
        // Both were met.
        #expect(run.errors.contains("out.json is a key file and is never overwritten\n"))
        let lines = run.errors.split(separator: "\n")
        #expect(lines.filter { $0.hasPrefix("sealedpush: error:") }.count < 150)
    }

    @Test("a file that is replaced keeps its group", .enabled(if: geteuid() == 0, "only root can give files away"))
    func group() async throws {
        let run = try await folder.run(
            """
            touch old; chgrp 12345 old; chmod 640 old
            sealedpush seal --to phone payment.json -o old && stat -c '%g %a' old
            """)
        #expect(run.output == "12345 640\n")
    }

    /// Each group can do what the old group and all others could.
    @Test(
        "a file whose group cannot be kept can be read by no one who could not read it before",
        .enabled(if: geteuid() == 0, "only root can give files away"),
        arguments: [
            ("640", "600"), ("644", "644"), ("604", "600"), ("664", "644"), ("660", "600"), ("600", "600"),
            ("666", "666"), ("626", "622"),
        ])
    func foreignGroup(before: String, after: String) async throws {
        let run = try await folder.run(
            """
            touch old; chgrp 12345 old; chmod \(before) old
            setpriv --bounding-set=-chown sealedpush seal --to phone payment.json -o old && stat -c '%g %a' old
            """)
        #expect(run.output == "0 \(after)\n", "\(run.errors)")
    }

    @Test("an access control list is neither widened to the group nor taken over from the folder")
    func accessList() async throws {
        // acl(5) and linux/posix_acl_xattr.h: version 2, then tag, permissions and id of each entry. The mode of `listed`
        // becomes 640, by the mask, although its group can do nothing.
        let run = try await folder.run(
            """
            mkdir inner; touch inner/plain listed; chmod 640 inner/plain; python3 -c 'import os, struct, sys
            def add(name, path, group):
                entries = [(1, 6, -1), (2, 4, 12345), (4, group, -1), (16, 4, -1), (32, 0, -1)]
                value = struct.pack("<I", 2) + b"".join(struct.pack("<HHi", *entry) for entry in entries)
                try: os.setxattr(path, "system.posix_acl_" + name, value)
                except OSError: sys.exit(77)
            add("access", "listed", 0)
            add("default", "inner", 4)' || exit
            stat -c %a listed
            for file in listed inner/plain; do
                sealedpush seal --to phone payment.json -o $file
                stat -c %a $file
                python3 -c 'import os, sys; print(os.listxattr(sys.argv[1]))' $file
            done
            """)
        guard run.exitCode != 77 else {
            withKnownIssue("skipped: this file system has no access control lists") { Issue.record("no lists") }
            return
        }
        #expect(run.output == "640\n600\n[]\n640\n[]\n", "\(run.errors)")
    }
}
