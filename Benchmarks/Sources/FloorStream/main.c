// Seals messages of one size to as many devices as are asked for, each to another one, on as many threads as are asked for:
// what libsodium alone needs for what `sealedpush seal --lines` does.
//
//     FloorStream THREADS SEALS MESSAGE-SIZE provider|anonymous

#include <Floor.h>
#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const floor_keys *keys;
    size_t seals, message_length;
    floor_sender sender;
} work;

static void *seal(void *argument) {
    const work *work = argument;
    unsigned char message[4096] = {0}, sealed[4096 + floor_key_size + floor_tag_size], device[floor_key_size];
    // Every 32 bytes are a public key but for seven; these are as far from each other as those of real devices.
    randombytes_buf(device, sizeof device);
    for (size_t index = 0; index < work->seals; index++) {
        memcpy(device, &index, sizeof index);
        if (floor_hpke_seal_to(work->keys, device, work->sender, message, work->message_length, sealed) != 0) abort();
    }
    return NULL;
}

int main(int count, char **arguments) {
    if (count != 5) {
        fputs("usage: FloorStream THREADS SEALS MESSAGE-SIZE provider|anonymous\n", stderr);
        return 64;
    }
    const size_t threads = strtoul(arguments[1], NULL, 10), seals = strtoul(arguments[2], NULL, 10);
    const size_t length = strtoul(arguments[3], NULL, 10);
    if (threads < 1 || threads > 256 || length > 4096) return 64;
    // As long as the binding of suite 1 with the topic com.example.bank and no audience.
    const unsigned char binding[13 + 9 + 18 + 2 + 7] = {0};
    work work = {floor_bind(floor_make_keys(), binding, sizeof binding), seals / threads, length,
                 strcmp(arguments[4], "anonymous") == 0 ? floor_anonymous : floor_provider};
    pthread_t others[256];
    for (size_t index = 1; index < threads; index++) {
        if (pthread_create(&others[index], NULL, seal, &work) != 0) abort();
    }
    seal(&work);
    for (size_t index = 1; index < threads; index++) pthread_join(others[index], NULL);
    return 0;
}
