#include "libfuzzer.h"

// libFuzzer's main refers to this function. The driver replaces that main, so the function is never called.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    (void)data;
    (void)size;
    return -1;
}
