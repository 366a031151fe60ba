#ifndef FLOOR_H
#define FLOOR_H
#include <stddef.h>

// What the primitives of one seal or open cost, made straight on libsodium: nothing is parsed, written or looked up.

enum { floor_hpke_overhead = 48, floor_shared_overhead = 40, floor_box_overhead = 48 };

// The keys of both halves, and what the seals are bound to.
typedef struct {
    unsigned char device_secret[32], device_public[32];
    unsigned char provider_secret[32], provider_public[32];
    unsigned char shared[32];
    unsigned char agreement[32];
    unsigned char info[64], header[16];
    size_t info_length, header_length;
} floor_keys;

void floor_make_keys(floor_keys *keys, size_t info_length, size_t header_length);

// HPKE single shot (RFC 9180): mode Auth with `authenticated`, the second agreement taken from `keys` with `known`.
int floor_hpke_seal(const floor_keys *keys, int authenticated, int known, const unsigned char *message, size_t length,
                    unsigned char *sealed);
int floor_hpke_open(const floor_keys *keys, int authenticated, const unsigned char *sealed, size_t length,
                    unsigned char *message);

// XChaCha20-Poly1305 with a nonce in front.
int floor_shared_seal(const floor_keys *keys, const unsigned char *message, size_t length, unsigned char *sealed);
int floor_shared_open(const floor_keys *keys, const unsigned char *sealed, size_t length, unsigned char *message);

// crypto_box_seal.
int floor_box_seal(const floor_keys *keys, const unsigned char *message, size_t length, unsigned char *sealed);
int floor_box_open(const floor_keys *keys, const unsigned char *sealed, size_t length, unsigned char *message);

// Reads every byte once.
unsigned char floor_read(const unsigned char *bytes, size_t length);

#endif
