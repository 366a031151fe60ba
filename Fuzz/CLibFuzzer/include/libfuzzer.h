#ifndef SEALEDPUSH_LIBFUZZER_H
#define SEALEDPUSH_LIBFUZZER_H

#include <stddef.h>
#include <stdint.h>

/// Runs libFuzzer with a program's arguments. Part of libFuzzer's runtime since LLVM 12.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *data, size_t size));

#endif
