import ArgumentParser
import KeyManagement

struct KeysRemove: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Removes a keyring's files permanently; its log stays.",
        usage: "sealedpush keys remove <name> [--secret]",
        discussion: """
            Removes NAME.jwks and NAME.pub.jwks, both or neither. NAME.log stays and records it. Nothing restores the \
            keys: pushes that were sealed to a secret key do not open any more, so a keyring with secrets is only removed \
            with --secret. A passphrase is not asked for.

              sealedpush keys remove jane
              sealedpush keys remove phone --secret
            """)

    @Argument(help: "The keyring's name.")
    var name: UTF8Text

    @Flag(help: "Remove secret keys as well.")
    var secret = false

    @OptionGroup var folder: FolderOption

    func run() throws {
        let directory = try folder.directory
        if !secret { try requirePublic(directory) }
        try directory.remove(name)
        try OutputTarget(path: nil).write(report: "keyring \(name) is removed; its log stays")
    }

    private func requirePublic(_ directory: KeyDirectory) throws {
        do throws(KeyError) {
            // Without the source of a passphrase, so that a protected keyring counts as one with secrets.
            guard try directory.keyring(name).isSecret else { return }
        } catch  where error.code != .locked {
            let isThere = error.code != .notFound && error.code != .invalidName
            throw Failure(
                error, hints: isThere ? ["--secret removes its files without reading them"] : Hints.after(error))
        } catch {}
        throw Failure(
            "keyring \(name) holds secrets, which cannot be restored", hints: ["--secret removes them as well"])
    }
}
