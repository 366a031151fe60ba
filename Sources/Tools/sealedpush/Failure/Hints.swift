import DeliveryStore
import KeyManagement
import PushOpener
import PushSealer

/// The hints for an error, chosen by its code and the user's arguments, never by sealed content.
enum Hints {
    static func after(_ error: KeyError) -> [String] {
        switch error.code {
        case .invalidName: ["--keys names the folder, in which a keyring has its name, without .jwks"]
        case .notFound: ["'sealedpush keys list' lists the keyrings of a folder"]
        case .alreadyExists: ["choose another name, or another folder with --keys"]
        case .truncated: ["the text is incomplete: copy or make it again, or restore a keyring from its backup"]
        case .wrongRole: ["a provider's keys seal pushes to a device's, which open them; shared ones do both"]
        case .wrongHalf: ["the file with the secret is NAME.jwks, the one for the other side NAME.pub.jwks"]
        case .writableByEveryone: ["after chmod, compare its keys with their owner's: others may have changed it"]
        case .passphrasesUnavailable:
            ["a sealedpush that is built without the trait SwiftCrypto has passphrases"]
        case .noTerminal: ["--passphrase-file FILE reads the passphrase from a file"]
        case .noActiveKey: ["'sealedpush keys list' shows the state of each key"]
        case .insecurePermissions: ["after chmod, rotate its keys, or change the passphrase: others may have read it"]
        case .noAnswer: ["'sealedpush keys show' shows the state of the key; an active one needs no confirmation"]
        case .noOffer, .noChallenge, .tooLate, .wrongAnswer: ["'sealedpush keys offer' starts a new enrolment"]
        case .busy: ["another sealedpush changes a keyring of the folder; try again when it has ended"]
        default: []
        }
    }

    static func after(_ error: DeliveryStoreError, store path: String) -> [String] {
        switch error.code {
        case .corrupt, .otherVersion:
            let (old, new) = (path.quotedForShell, "\(path).old".quotedForShell)
            return [
                "'mv \(old) \(new)' starts with an empty store; pushes that were opened before then open once more"
            ]
        case .locked: return ["another process writes to the store; try again"]
        default: return []
        }
    }

    static func after(_ error: SealError) -> [String] {
        switch error.code {
        case .unknownPushType: ["name the push type, for example --push-type alert"]
        case .mustStayVisible: ["--visible KEYPATH sends a member in the clear as well"]
        case .emptyPlaceholder: ["--placeholder-title TEXT is shown if the push is not opened"]
        case .leak: ["remove it from the clear, or allow it with --allow-in-clear KEYPATH of the sealed text"]
        case .invalidEnvelopeKey: ["--envelope-key NAME puts the envelope under another name; the device must know it"]
        case .suiteMismatch:
            ["--to, --from and --shared decide the suite, 'sealedpush keys generate --purpose' a shared key's uses"]
        case .tooLarge:
            ["send less: sealed bytes cost a third more, --visible is sent twice; see 'sealedpush inspect --budget'"]
        default: []
        }
    }

    /// Returns the hints for a refusal; `pinsProvider` is true if the user named a provider's keyring.
    static func after(_ refusal: Refusal, pinsProvider: Bool) -> [String] {
        switch refusal.code {
        case .cannotOpen:
            ["--topic, --audience and --push-type must be those that it was sealed with; it may also have been changed"]
        case .unknownSender where !pinsProvider:
            ["a provider key sealed it; name the keyring that you trust with --from"]
        case .unknownSender:
            [
                "if the provider has rotated, 'sealedpush keys import NAME FILE --role provider' imports its new keys; "
                    + "a key whose grace has ended stays refused, and the provider seals with its newer one",
                "'sealedpush inspect' shows the key ids of a push, 'sealedpush keys list' those that are here",
            ]
        case .unknownKey:
            ["'sealedpush inspect' shows the key ids of a push, 'sealedpush keys list' those that are here"]
        case .revokedKey: ["a revoked key stays revoked; its sender must use a newer one, see 'sealedpush keys list'"]
        case .unauthenticatedSender:
            ["anyone who has the device's public key can have sealed it; it opens only without --from"]
        case .notSealed: ["if the envelope has another name than 'sealed', use --envelope-key NAME"]
        case .notYetValid, .expired: ["compare the clocks of both sides; 'date' shows this one"]
        default: []
        }
    }
}
