#include "Floor.h"

#include <sodium.h>
#include <string.h>

void floor_make_keys(floor_keys *keys, size_t info_length, size_t header_length) {
    memset(keys, 0, sizeof *keys);
    crypto_box_keypair(keys->device_public, keys->device_secret);
    crypto_box_keypair(keys->provider_public, keys->provider_secret);
    randombytes_buf(keys->shared, sizeof keys->shared);
    keys->info_length = info_length < sizeof keys->info ? info_length : sizeof keys->info;
    keys->header_length = header_length < sizeof keys->header ? header_length : sizeof keys->header;
    if (crypto_scalarmult(keys->agreement, keys->provider_secret, keys->device_public) != 0) sodium_misuse();
}

typedef crypto_auth_hmacsha256_state hmac;

static void update(hmac *state, const void *bytes, size_t length) {
    crypto_auth_hmacsha256_update(state, bytes, length);
}

static const unsigned char kem[] = {'K', 'E', 'M', 0, 0x20}, suite[] = {'H', 'P', 'K', 'E', 0, 0x20, 0, 1, 0, 3};

static void extract(const void *id, size_t id_length, const unsigned char *salt, size_t salt_length, const char *label,
                    const unsigned char *material, size_t length, unsigned char *key) {
    hmac state;
    crypto_auth_hmacsha256_init(&state, salt, salt_length);
    update(&state, "HPKE-v1", 7);
    update(&state, id, id_length);
    update(&state, label, strlen(label));
    update(&state, material, length);
    crypto_auth_hmacsha256_final(&state, key);
}

static void expand(const void *id, size_t id_length, const unsigned char *key, const char *label,
                   const unsigned char *info, size_t info_length, unsigned char *output, size_t length) {
    hmac state;
    unsigned char block[32], size[2] = {0, (unsigned char)length}, one = 1;
    crypto_auth_hmacsha256_init(&state, key, 32);
    update(&state, size, 2);
    update(&state, "HPKE-v1", 7);
    update(&state, id, id_length);
    update(&state, label, strlen(label));
    update(&state, info, info_length);
    update(&state, &one, 1);
    crypto_auth_hmacsha256_final(&state, block);
    memcpy(output, block, length);
}

static void schedule(const floor_keys *keys, int authenticated, const unsigned char *agreed, const unsigned char *enc,
                     unsigned char *key, unsigned char *nonce) {
    unsigned char prk[32], shared[32], context[96], key_context[65], secret[32];
    size_t context_length = authenticated ? 96 : 64;
    memcpy(context, enc, 32);
    memcpy(context + 32, keys->device_public, 32);
    memcpy(context + 64, keys->provider_public, 32);
    extract(kem, sizeof kem, NULL, 0, "eae_prk", agreed, authenticated ? 64 : 32, prk);
    expand(kem, sizeof kem, prk, "shared_secret", context, context_length, shared, 32);
    key_context[0] = authenticated ? 2 : 0;
    extract(suite, sizeof suite, NULL, 0, "psk_id_hash", NULL, 0, key_context + 1);
    extract(suite, sizeof suite, NULL, 0, "info_hash", keys->info, keys->info_length, key_context + 33);
    extract(suite, sizeof suite, shared, 32, "secret", NULL, 0, secret);
    expand(suite, sizeof suite, secret, "key", key_context, 65, key, 32);
    expand(suite, sizeof suite, secret, "base_nonce", key_context, 65, nonce, 12);
}

int floor_hpke_seal(const floor_keys *keys, int authenticated, int known, const unsigned char *message, size_t length,
                    unsigned char *sealed) {
    unsigned char ephemeral[32], agreed[64], key[32], nonce[12];
    randombytes_buf(ephemeral, sizeof ephemeral);
    crypto_scalarmult_base(sealed, ephemeral);
    if (crypto_scalarmult(agreed, ephemeral, keys->device_public) != 0) return -1;
    if (known) {
        memcpy(agreed + 32, keys->agreement, 32);
    } else if (authenticated && crypto_scalarmult(agreed + 32, keys->provider_secret, keys->device_public) != 0) {
        return -1;
    }
    schedule(keys, authenticated, agreed, sealed, key, nonce);
    return crypto_aead_chacha20poly1305_ietf_encrypt(sealed + 32, NULL, message, length, keys->header,
                                                     keys->header_length, NULL, nonce, key);
}

int floor_hpke_open(const floor_keys *keys, int authenticated, const unsigned char *sealed, size_t length,
                    unsigned char *message) {
    unsigned char agreed[64], key[32], nonce[12];
    if (crypto_scalarmult(agreed, keys->device_secret, sealed) != 0) return -1;
    if (authenticated && crypto_scalarmult(agreed + 32, keys->device_secret, keys->provider_public) != 0) return -1;
    schedule(keys, authenticated, agreed, sealed, key, nonce);
    return crypto_aead_chacha20poly1305_ietf_decrypt(message, NULL, NULL, sealed + 32, length - 32, keys->header,
                                                     keys->header_length, nonce, key);
}

int floor_shared_seal(const floor_keys *keys, const unsigned char *message, size_t length, unsigned char *sealed) {
    randombytes_buf(sealed, 24);
    return crypto_aead_xchacha20poly1305_ietf_encrypt(sealed + 24, NULL, message, length, keys->info, keys->info_length,
                                                      NULL, sealed, keys->shared);
}

int floor_shared_open(const floor_keys *keys, const unsigned char *sealed, size_t length, unsigned char *message) {
    return crypto_aead_xchacha20poly1305_ietf_decrypt(message, NULL, NULL, sealed + 24, length - 24, keys->info,
                                                      keys->info_length, sealed, keys->shared);
}

int floor_box_seal(const floor_keys *keys, const unsigned char *message, size_t length, unsigned char *sealed) {
    return crypto_box_seal(sealed, message, length, keys->device_public);
}

int floor_box_open(const floor_keys *keys, const unsigned char *sealed, size_t length, unsigned char *message) {
    return crypto_box_seal_open(message, sealed, length, keys->device_public, keys->device_secret);
}

unsigned char floor_read(const unsigned char *bytes, size_t length) {
    unsigned char sum = 0;
    for (size_t index = 0; index < length; index++) sum ^= bytes[index];
    return sum;
}
