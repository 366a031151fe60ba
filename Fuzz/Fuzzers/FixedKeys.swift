import Foundation
import PushOpener

@testable import CryptoPrimitives
@testable import KeyManagement

/// The published test keys of `Fixtures/vectors`, and the time and topic with which the hostile corpus opens.
enum FixedKeys {
    static let now = Date(timeIntervalSince1970: 1_795_263_600)
    static let topic = "com.example.bank"
    static let device = keyring(
        .device,
        #"{"kty":"OKP","crv":"X25519","x":"NUAEzMd2f7JK23gYbmV9BbtxOR7oS8PCRbUVR_eEDEA","#
            + #""d":"VdiEkWCCGNi7JTdzVeZJWolXSpyfyo1HLxDOna_eq-4"}"#)
    static let provider = keyring(
        .provider,
        #"{"kty":"OKP","crv":"X25519","x":"f2vQTPNsFMVzhwkTD6CawVyzODLLFyqd34oP2eraKXs","#
            + #""d":"2LWE2g7M6TMciM0dkdFOEdS6rPvWySDWcs-uy1UTOYg"}"#)
    static let shared = keyring(
        .shared,
        #"{"kty":"oct","sealedpush":{"purposes":["alert","background","liveactivity/content-state"]},"#
            + #""k":"A_nshR-dWI7XmNE2vIzycPqmYZMiGXN_rC4Wk5abZBg"}"#)

    /// The device and the provider of the known answer "without ML-KEM" of `Fixtures/vectors/chains.json`, after the offer.
    static let offering = stored(
        #"{"kty":"OKP","crv":"X25519","x":"WH6mZq1JdXABpo5xHZsHMugu0dN2d1WEpPxZS3EYUCM","#
            + #""d":"haZpSSh1_KcQAe8AnBFFAZb_gfitECF9QkiS3krFqeU","sealedpush":{"role":"device","state":"pending","#
            + #""created":1795263600,"suite":5,"#
            + #""offer":{"e":"M0tH9dG9MwTzL4VGLPyF4FT72yQIJe76LLnCiiVFN-c","until":1795264200}}}"#)
    static let enrolling = keyring(
        .provider,
        #"{"kty":"OKP","crv":"X25519","x":"2a9wBQ98-ODVefA-QRRgfOPNGf8E0yj0-DnnyC_xRk4","#
            + #""d":"sdCeKmgypuxWZcsoVxj3nJ151lMONMCqhtWR1ei9EWY"}"#)

    /// An opener that accepts every suite.
    static let opener = makeOpener(acceptsUnauthenticatedSender: true)

    /// An opener that accepts suites 1 and 3 only.
    static let strictOpener = makeOpener(acceptsUnauthenticatedSender: false)

    /// Deterministic bytes instead of random ones, so that a seal is the same in every run.
    static let randomness = unsafe Randomness { buffer in
        for offset in buffer.indices { unsafe buffer[offset] = UInt8(truncatingIfNeeded: offset &* 7 &+ 1) }
    }

    private static func stored(_ jwk: String) -> Keyring {
        do {
            return try Keyring(KeyringText(copying: Array("{\"keys\":[\(jwk)]}".utf8).span), name: "fixed")
        } catch {
            fatalError("cannot parse the fixed keys: \(error)")
        }
    }

    private static func keyring(_ role: KeyRole, _ jwk: String) -> Keyring {
        do {
            return try Keyring(
                importing: KeyringText(copying: Array(jwk.utf8).span), name: UTF8Text(role.rawValue), role: role,
                at: now)
        } catch {
            fatalError("cannot parse the fixed keys: \(error)")
        }
    }

    private static func makeOpener(acceptsUnauthenticatedSender: Bool) -> Opener {
        var policy = Opener.Policy()
        policy.acceptsUnauthenticatedSender = acceptsUnauthenticatedSender
        do {
            return try Opener(
                keys: OpeningKeys(device: device, provider: provider, shared: shared), topic: topic, policy: policy,
                clock: .fixed(now))
        } catch {
            fatalError("cannot create an opener with the fixed keys: \(error)")
        }
    }
}
