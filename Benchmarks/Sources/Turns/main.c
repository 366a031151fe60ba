// Runs commands in turns, one at a time, and prints for each run: the place of the command, its nanoseconds from start to
// end, those of processor time, its peak resident memory in KiB, its exit code.
//
//     Turns COUNT INPUT OUTPUT COMMAND… [, COMMAND…]…
//
// INPUT is a file for standard input; OUTPUT takes standard output. Each run begins when nobody else uses the cores, but waits
// no longer than a second, and all of them together no longer than half a minute. It is in C because a process that another one
// starts counts that one's memory as its own until it has become another program, and this one has next to none.

#define _GNU_SOURCE
#include "Silence.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

static int run(int place, char **command, const posix_spawn_file_actions_t *files) {
    struct timespec start, end;
    struct rusage usage;
    pid_t process;
    int status;
    clock_gettime(CLOCK_MONOTONIC, &start);
    if (posix_spawn(&process, command[0], files, NULL, command, environ) != 0) {
        fprintf(stderr, "Turns: %s cannot be started\n", command[0]);
        return 1;
    }
    if (wait4(process, &status, 0, &usage) != process) return 1;
    clock_gettime(CLOCK_MONOTONIC, &end);
    const long long elapsed = (end.tv_sec - start.tv_sec) * 1000000000LL + end.tv_nsec - start.tv_nsec;
    const long long computed = (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000000LL +
                               (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1000LL;
    printf("%d %lld %lld %ld %d\n", place, elapsed, computed, usage.ru_maxrss,
           WIFEXITED(status) ? WEXITSTATUS(status) : 255);
    return 0;
}

int main(int count, char **arguments) {
    if (count < 5) {
        fputs("usage: Turns COUNT INPUT OUTPUT COMMAND… [, COMMAND…]…\n", stderr);
        return 64;
    }
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, 0, arguments[2], O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, 1, arguments[3], O_WRONLY | O_CREAT | O_TRUNC, 0600);
    int commands = 1;
    for (int index = 4; index < count; index++) {
        if (strcmp(arguments[index], ",") != 0) continue;
        arguments[index] = NULL;
        commands += 1;
    }
    const long turns = strtol(arguments[1], NULL, 10);
    const long share = 30000 / (turns * commands + 1);
    const long patience = share < 1000 ? share : 1000;
    for (long turn = 0; turn < turns; turn++) {
        int place = 0;
        for (int index = 4; index < count; index++) {
            if (index > 4 && arguments[index - 1] != NULL) continue;
            silence_wait_on_all(patience);
            if (run(place, &arguments[index], &files) != 0) return 1;
            place += 1;
        }
    }
    return 0;
}
