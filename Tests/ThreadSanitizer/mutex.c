// Tells ThreadSanitizer of a lock that it cannot see.
//
// Swift's Mutex is taken and let go by an atomic instruction in the program, which the sanitizer knows, or, when several threads
// want it, by the kernel in _MutexHandle._lockSlow and _unlockSlow of libswiftSynchronization.so, which is not built for the
// sanitizer: what a thread then reads looks like a race with whoever had the mutex before. This library is loaded before
// that one, stands in the place of both, and says what they do.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *handle

static void *next(const char *name) {
    void *function = dlsym(RTLD_NEXT, name);
    if (!function) abort();
    return function;
}

// A process without the sanitizer, such as a shell, has no such function.
static void tell(const char *name, void *handle) {
    void (*sanitizer)(void *) = (void (*)(void *))dlsym(RTLD_DEFAULT, name);
    if (sanitizer) sanitizer(handle);
}

SWIFT void lock_slow(uint32_t thread, SELF) __asm__(LOCK_SLOW);
SWIFT void unlock_slow(SELF) __asm__(UNLOCK_SLOW);

SWIFT void lock_slow(uint32_t thread, SELF) {
    ((SWIFT void (*)(uint32_t, SELF))next(LOCK_SLOW))(thread, handle);
    tell("__tsan_acquire", handle);
}

SWIFT void unlock_slow(SELF) {
    tell("__tsan_release", handle);
    ((SWIFT void (*)(SELF))next(UNLOCK_SLOW))(handle);
}
