#include "mutants.h"
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

int32_t mutant_active = -1;
uint8_t *mutants_reached = 0;

// A shared mapping has what was reached also after a crash, and of every process that inherits the environment.
__attribute__((constructor)) static void read_environment(void) {
    const char *active = getenv("SEALEDPUSH_MUTANT");
    if (active) mutant_active = (int32_t)strtol(active, 0, 10);
    const char *path = getenv("SEALEDPUSH_MUTANTS_REACHED");
    int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    struct stat status;
    if (file < 0) return;
    if (fstat(file, &status) == 0) {
        void *bytes = mmap(0, (size_t)status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        if (bytes != MAP_FAILED) mutants_reached = bytes;
    }
    close(file);
}
