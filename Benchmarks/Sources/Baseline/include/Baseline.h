#ifndef BASELINE_H
#define BASELINE_H
#include <stddef.h>

// The libsodium calls of one seal or open, the same ones as the toolkit's, with their wipes: nothing is parsed, written or looked up.
// Loading a key, which the toolkit does once for many seals, is not part of it.

enum { baseline_key_size = 32, baseline_tag_size = 16, baseline_nonce_size = 24 };

// Numbered as in the wire format.
typedef enum { baseline_hpke_auth = 1, baseline_hpke_base, baseline_shared } baseline_suite;

// The keys of both halves, and the binding.
typedef struct baseline baseline;

// Makes keys, with an empty binding. They live until the process ends.
baseline *baseline_create(void);
// Copies the keys with a binding of at most 512 bytes.
baseline *baseline_bind(const baseline *keys, const unsigned char *binding, size_t length);

// The secrets, 32 bytes each, for the toolkit.
const unsigned char *baseline_device_secret(const baseline *keys);
const unsigned char *baseline_provider_secret(const baseline *keys);
const unsigned char *baseline_shared_key(const baseline *keys);

// Seals a message; returns 0 on success. The sealed bytes are those after the envelope's header: enc or nonce where the suite has
// one, ciphertext, tag.
int baseline_seal(const baseline *keys, baseline_suite suite, unsigned char *message, size_t length, unsigned char *sealed);
// Opens sealed bytes; returns 0 on success.
int baseline_open(const baseline *keys, baseline_suite suite, const unsigned char *sealed, size_t length,
                  unsigned char *message);

#endif
