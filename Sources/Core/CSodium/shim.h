#if !__has_include(<sodium.h>)
#error "sodium.h is missing: install libsodium-dev, or build with --traits SwiftCrypto, which needs no libsodium"
#endif
#include <sodium.h>

// ML-KEM-768 of libsodium 1.0.22; with an earlier one, functions that are never called.
#ifdef crypto_kem_mlkem768_SEEDBYTES
#define SEALEDPUSH_HAS_MLKEM768 1
#else
#define SEALEDPUSH_HAS_MLKEM768 0
#define crypto_kem_mlkem768_seed_keypair(publicKey, secretKey, seed) (-1)
#define crypto_kem_mlkem768_enc(ciphertext, secret, publicKey) (-1)
#define crypto_kem_mlkem768_dec(secret, ciphertext, secretKey) (-1)
#endif

static inline int sealedpush_mlkem768_keys(unsigned char *publicKey, unsigned char *secretKey, const unsigned char *seed) {
    return crypto_kem_mlkem768_seed_keypair(publicKey, secretKey, seed);
}

static inline int sealedpush_mlkem768_encapsulate(unsigned char *ciphertext, unsigned char *secret, const unsigned char *publicKey) {
    return crypto_kem_mlkem768_enc(ciphertext, secret, publicKey);
}

static inline int sealedpush_mlkem768_decapsulate(unsigned char *secret, const unsigned char *ciphertext, const unsigned char *secretKey) {
    return crypto_kem_mlkem768_dec(secret, ciphertext, secretKey);
}
