// CryptoKit for a type check on Linux: swift-crypto, which has the same public interface and is CryptoKit itself on Apple's systems.
@_exported public import Crypto
