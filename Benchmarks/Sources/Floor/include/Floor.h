#ifndef FLOOR_H
#define FLOOR_H
#include <stddef.h>

// The calls of one seal or open that libsodium answers, made straight on it: nothing is parsed, written, looked up or kept
// from other eyes. What the toolkit hashes once for many seals is hashed once here, too.

enum { floor_key_size = 32, floor_tag_size = 16, floor_nonce_size = 24, floor_digest_size = 16 };

// The keys of both halves, and what the seals are bound to.
typedef struct floor_keys floor_keys;

// Makes keys; what they are bound to is empty.
floor_keys *floor_make_keys(void);
// Makes the keys of the same two halves bound to something else.
floor_keys *floor_bind(const floor_keys *keys, const unsigned char *binding, size_t length);

// The secrets, of 32 bytes each, to give the toolkit the same.
const unsigned char *floor_device_secret(const floor_keys *keys);
const unsigned char *floor_provider_secret(const floor_keys *keys);
const unsigned char *floor_shared_key(const floor_keys *keys);

// Every function that seals or opens returns 0 when it did.

// The sender of an HPKE seal: none, or the provider, which costs another agreement.
typedef enum { floor_anonymous, floor_provider } floor_sender;

// HPKE single shot (RFC 9180 with X25519, HKDF-SHA-256 and ChaCha20-Poly1305): enc, ciphertext, tag.
int floor_hpke_seal(const floor_keys *keys, floor_sender sender, const unsigned char *message, size_t length,
                    unsigned char *sealed);
// The same to any device's public key.
int floor_hpke_seal_to(const floor_keys *keys, const unsigned char *device_public, floor_sender sender,
                       const unsigned char *message, size_t length, unsigned char *sealed);
int floor_hpke_open(const floor_keys *keys, floor_sender sender, const unsigned char *sealed, size_t length,
                    unsigned char *message);

// XChaCha20-Poly1305, with the nonce that stands in front of the sealed bytes already.
int floor_shared_seal(const floor_keys *keys, const unsigned char *message, size_t length, unsigned char *sealed);
int floor_shared_open(const floor_keys *keys, const unsigned char *sealed, size_t length, unsigned char *message);

// crypto_box_seal; the message begins with 16 bytes for the digest of the binding.
int floor_box_seal(const floor_keys *keys, unsigned char *message, size_t length, unsigned char *sealed);
int floor_box_open(const floor_keys *keys, const unsigned char *sealed, size_t length, unsigned char *message);

// Reads every byte once.
unsigned char floor_read(const unsigned char *bytes, size_t length);

#endif
