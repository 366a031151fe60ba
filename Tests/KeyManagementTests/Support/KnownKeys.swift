/// Keys whose public halves and thumbprints Python's `cryptography` and `hashlib` computed.
enum KnownKeys {
    /// The secret of bytes 1 to 32.
    static let secret = "AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA"
    static let publicHalf = "B6N8vBQgk8i3VdwbEOhstCY3StFqqFPtC9_AsrhtHHw"
    static let thumbprint = "ZS36mmtvLWivPXvvLThjDu60Oerv9rlIeCH64zMjiu8"
    static let id = "652dfa9a"

    /// The public half of the secret of bytes 33 to 64.
    static let otherPublicHalf = "WGmv9FBUlzLLqu1eXfmzCm2jHLDldCutWtShp2jxpns"

    /// Alice's and Bob's keys of RFC 7748 §6.1.
    static let alice = "hSDwCYkwp1R0i33ctD73Wg2_Og0mOBr066SpjqqbTmo"
    static let aliceThumbprint = "u809Vppx5ixWMOohxWr2aM3m5bD0LQ67g_GPmubQus4"
    static let bob = "3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK08"
    static let bobThumbprint = "giQqigT_IKcuzHl0FVJ3k5ts3_TWNAxvsC08UZsfcM8"

    /// The shared key of bytes 0 to 31.
    static let shared = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"
    static let sharedThumbprint = "WqjPPRvAP8oYbAqCwMErhzTg-Quaz-vLx_cef07yhOs"

    static let device = set(pair(role: "device"))
    static let devicePublic = set(point(role: "device"))

    static func set(_ keys: String...) -> String { "{\"keys\":[\(keys.joined(separator: ","))]}" }

    static func pair(role: String, life: String = #""state":"active","created":1"#, x: String = publicHalf) -> String {
        #"{"kty":"OKP","crv":"X25519","x":"\#(x)","d":"\#(secret)","sealedpush":{"role":"\#(role)",\#(life)}}"#
    }

    static func point(role: String, life: String = #""state":"active","created":1"#, x: String = publicHalf) -> String {
        #"{"kty":"OKP","crv":"X25519","x":"\#(x)","sealedpush":{"role":"\#(role)",\#(life)}}"#
    }

    static func oct(life: String = #""state":"active","created":1"#) -> String {
        #"{"kty":"oct","k":"\#(shared)","sealedpush":{"role":"shared",\#(life)}}"#
    }
}
