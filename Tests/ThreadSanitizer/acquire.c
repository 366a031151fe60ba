// Tells ThreadSanitizer of a lock that it cannot see.
//
// Swift's Mutex is taken by an atomic instruction in the program, which the sanitizer knows, or, when another thread has it,
// in _MutexHandle._lockSlow of libswiftSynchronization.so, which is not built for the sanitizer: what a thread then reads looks
// like a race with whoever had the mutex before. This library is loaded before that one, waits in its place, and says
// that the mutex was acquired. How it is let go needs nothing: that is an atomic instruction in the program, always.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"

typedef __attribute__((swiftcall)) void (*lock_slow)(uint32_t thread, __attribute__((swift_context)) void *handle);

__attribute__((swiftcall)) void acquire(uint32_t thread, __attribute__((swift_context)) void *handle) __asm__(LOCK_SLOW);

__attribute__((swiftcall)) void acquire(uint32_t thread, __attribute__((swift_context)) void *handle) {
    lock_slow next = (lock_slow)dlsym(RTLD_NEXT, LOCK_SLOW);
    if (!next) abort();
    next(thread, handle);
    void (*sanitizer)(void *) = (void (*)(void *))dlsym(RTLD_DEFAULT, "__tsan_acquire");
    if (sanitizer) sanitizer(handle);
}
