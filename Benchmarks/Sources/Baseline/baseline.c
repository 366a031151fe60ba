#include "Baseline.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

typedef crypto_auth_hmacsha256_state hmac;

enum { hash_size = crypto_auth_hmacsha256_BYTES };

struct baseline {
    unsigned char device_secret[baseline_key_size], device_public[baseline_key_size];
    unsigned char provider_secret[baseline_key_size], provider_public[baseline_key_size];
    unsigned char shared[baseline_key_size];
    unsigned char binding[512];
    size_t binding_length;
    // Hashed once, as in the toolkit: psk_id_hash of RFC 9180 §5.1.
    unsigned char psk_id_hash[hash_size];
};

// The secrets of one message, wiped with one call.
struct secrets {
    unsigned char ephemeral[baseline_key_size], shared[baseline_key_size], secret[hash_size], key[baseline_key_size];
    unsigned char nonce[crypto_aead_chacha20poly1305_ietf_NPUBBYTES];
};

static const unsigned char kem[] = {'K', 'E', 'M', 0, 0x20}, suite[] = {'H', 'P', 'K', 'E', 0, 0x20, 0, 1, 0, 3};

static void update(hmac *state, const void *bytes, size_t length) {
    crypto_auth_hmacsha256_update(state, bytes, length);
}

// LabeledExtract and LabeledExpand (RFC 9180 §4), one HMAC each.
static void extract(const unsigned char *salt, size_t salt_length, const void *id, size_t id_length, const char *label,
                    const unsigned char *material, size_t length, unsigned char *key) {
    hmac state;
    crypto_auth_hmacsha256_init(&state, salt, salt_length);
    update(&state, "HPKE-v1", 7);
    update(&state, id, id_length);
    update(&state, label, strlen(label));
    update(&state, material, length);
    crypto_auth_hmacsha256_final(&state, key);
    sodium_memzero(&state, sizeof state);
}

static void expand(const unsigned char *key, const void *id, size_t id_length, const char *label,
                   const unsigned char *info, size_t info_length, unsigned char *output, size_t length) {
    const unsigned char zero = 0, size = (unsigned char)length, one = 1;
    unsigned char block[hash_size];
    hmac state;
    crypto_auth_hmacsha256_init(&state, key, hash_size);
    update(&state, &zero, 1);
    update(&state, &size, 1);
    update(&state, "HPKE-v1", 7);
    update(&state, id, id_length);
    update(&state, label, strlen(label));
    update(&state, info, info_length);
    update(&state, &one, 1);
    crypto_auth_hmacsha256_final(&state, block);
    sodium_memzero(&state, sizeof state);
    memcpy(output, block, length);
    sodium_memzero(block, sizeof block);
}

// ExtractAndExpand (§4.1) and KeySchedule (§5.1): six HMACs.
static void schedule(const baseline *keys, int is_authenticated, const unsigned char *agreed, const unsigned char *enc,
                     struct secrets *secrets) {
    unsigned char prk[hash_size], context[3 * baseline_key_size], key_context[1 + 2 * hash_size];
    memcpy(context, enc, baseline_key_size);
    memcpy(context + baseline_key_size, keys->device_public, baseline_key_size);
    memcpy(context + 2 * baseline_key_size, keys->provider_public, baseline_key_size);
    extract(NULL, 0, kem, sizeof kem, "eae_prk", agreed, (is_authenticated ? 2 : 1) * baseline_key_size, prk);
    expand(prk, kem, sizeof kem, "shared_secret", context, (is_authenticated ? 3 : 2) * baseline_key_size,
           secrets->shared, sizeof secrets->shared);
    sodium_memzero(prk, sizeof prk);
    key_context[0] = is_authenticated ? 2 : 0;
    memcpy(key_context + 1, keys->psk_id_hash, hash_size);
    extract(NULL, 0, suite, sizeof suite, "info_hash", keys->binding, keys->binding_length,
            key_context + 1 + hash_size);
    extract(secrets->shared, sizeof secrets->shared, suite, sizeof suite, "secret", NULL, 0, secrets->secret);
    expand(secrets->secret, suite, sizeof suite, "key", key_context, sizeof key_context, secrets->key,
           sizeof secrets->key);
    expand(secrets->secret, suite, sizeof suite, "base_nonce", key_context, sizeof key_context, secrets->nonce,
           sizeof secrets->nonce);
}

baseline *baseline_create(void) {
    if (sodium_init() < 0) abort();
    baseline *keys = calloc(1, sizeof *keys);
    if (keys == NULL) abort();
    crypto_box_keypair(keys->device_public, keys->device_secret);
    crypto_box_keypair(keys->provider_public, keys->provider_secret);
    randombytes_buf(keys->shared, sizeof keys->shared);
    extract(NULL, 0, suite, sizeof suite, "psk_id_hash", NULL, 0, keys->psk_id_hash);
    return keys;
}

baseline *baseline_bind(const baseline *keys, const unsigned char *binding, size_t length) {
    baseline *bound = malloc(sizeof *bound);
    if (bound == NULL || length > sizeof keys->binding) abort();
    memcpy(bound, keys, sizeof *bound);
    memcpy(bound->binding, binding, length);
    bound->binding_length = length;
    return bound;
}

const unsigned char *baseline_device_secret(const baseline *keys) { return keys->device_secret; }
const unsigned char *baseline_provider_secret(const baseline *keys) { return keys->provider_secret; }
const unsigned char *baseline_shared_key(const baseline *keys) { return keys->shared; }

// HPKE single shot (RFC 9180 with X25519, HKDF-SHA-256 and ChaCha20-Poly1305).
static int hpke_seal(const baseline *keys, int is_authenticated, const unsigned char *message, size_t length,
                     unsigned char *sealed) {
    unsigned char agreed[2 * baseline_key_size];
    struct secrets secrets;
    randombytes_buf(secrets.ephemeral, sizeof secrets.ephemeral);
    crypto_scalarmult_base(sealed, secrets.ephemeral);
    if (crypto_scalarmult(agreed, secrets.ephemeral, keys->device_public) != 0) return -1;
    if (is_authenticated &&
        crypto_scalarmult(agreed + baseline_key_size, keys->provider_secret, keys->device_public) != 0) {
        return -1;
    }
    schedule(keys, is_authenticated, agreed, sealed, &secrets);
    sodium_memzero(agreed, sizeof agreed);
    const int status = crypto_aead_chacha20poly1305_ietf_encrypt(
        sealed + baseline_key_size, NULL, message, length, NULL, 0, NULL, secrets.nonce, secrets.key);
    sodium_memzero(&secrets, sizeof secrets);
    return status;
}

static int hpke_open(const baseline *keys, int is_authenticated, const unsigned char *sealed, size_t length,
                     unsigned char *message) {
    unsigned char agreed[2 * baseline_key_size];
    struct secrets secrets;
    if (crypto_scalarmult(agreed, keys->device_secret, sealed) != 0) return -1;
    if (is_authenticated &&
        crypto_scalarmult(agreed + baseline_key_size, keys->device_secret, keys->provider_public) != 0) {
        return -1;
    }
    schedule(keys, is_authenticated, agreed, sealed, &secrets);
    sodium_memzero(agreed, sizeof agreed);
    const int status = crypto_aead_chacha20poly1305_ietf_decrypt(
        message, NULL, NULL, sealed + baseline_key_size, length - baseline_key_size, NULL, 0, secrets.nonce,
        secrets.key);
    sodium_memzero(&secrets, sizeof secrets);
    return status;
}

int baseline_seal(const baseline *keys, baseline_suite suite, unsigned char *message, size_t length,
                  unsigned char *sealed) {
    switch (suite) {
    case baseline_hpke_auth:
    case baseline_hpke_base: return hpke_seal(keys, suite == baseline_hpke_auth, message, length, sealed);
    case baseline_shared:
        randombytes_buf(sealed, baseline_nonce_size);
        return crypto_aead_xchacha20poly1305_ietf_encrypt(sealed + baseline_nonce_size, NULL, message, length,
                                                          keys->binding, keys->binding_length, NULL, sealed, keys->shared);
    }
    return -1;
}

int baseline_open(const baseline *keys, baseline_suite suite, const unsigned char *sealed, size_t length,
                  unsigned char *message) {
    switch (suite) {
    case baseline_hpke_auth:
    case baseline_hpke_base: return hpke_open(keys, suite == baseline_hpke_auth, sealed, length, message);
    case baseline_shared:
        return crypto_aead_xchacha20poly1305_ietf_decrypt(message, NULL, NULL, sealed + baseline_nonce_size,
                                                          length - baseline_nonce_size, keys->binding,
                                                          keys->binding_length, sealed, keys->shared);
    }
    return -1;
}
