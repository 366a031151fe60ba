#define _GNU_SOURCE
#include "Silence.h"

#include <sched.h>
#include <time.h>

// How many probes tell how long one takes, the nanoseconds between two, and how much longer one may take.
enum { first_count = 500, pause = 500000, tolerance_percent = 5 };

static long fastest;

static long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000L + time.tv_nsec;
}

// Some microseconds, in nanoseconds.
static long probe(void) {
    const long begin = now();
    unsigned long a = 1, b = 2, c = 3, d = 4, e = 5, f = 6;
    for (unsigned long index = 0; index < 10000; index++) {
        a += index, b ^= index, c += 3, d ^= 5, e += 7, f -= index;
        // Nothing is left out, and nothing done for several rounds at once.
        __asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d), "+r"(e), "+r"(f));
    }
    const long taken = now() - begin;
    if (fastest == 0 || taken < fastest) fastest = taken;
    return taken;
}

static void rest(void) {
    const struct timespec time = {0, pause};
    nanosleep(&time, NULL);
}

static void learn(void) {
    if (fastest != 0) return;
    for (int count = 0; count < first_count; count++) {
        probe();
        rest();
    }
}

static int is_silent(void) { return probe() * 100 <= fastest * (100 + tolerance_percent); }

void silence_wait(long milliseconds) {
    learn();
    const long end = now() + milliseconds * 1000000L;
    while (!is_silent() && now() < end) rest();
}

void silence_wait_on_all(long milliseconds) {
    learn();
    const long end = now() + milliseconds * 1000000L;
    cpu_set_t all;
    if (sched_getaffinity(0, sizeof all, &all) != 0) return;
    int are_silent;
    do {
        are_silent = 1;
        for (int core = 0; core < CPU_SETSIZE && are_silent; core++) {
            if (!CPU_ISSET(core, &all)) continue;
            cpu_set_t one;
            CPU_ZERO(&one);
            CPU_SET(core, &one);
            sched_setaffinity(0, sizeof one, &one);
            // The first one may find the core asleep.
            probe();
            are_silent = is_silent();
        }
        if (!are_silent) rest();
    } while (!are_silent && now() < end);
    sched_setaffinity(0, sizeof all, &all);
}
