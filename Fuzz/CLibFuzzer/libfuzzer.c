#include "libfuzzer.h"

// libFuzzer's own main is linked, refers to this function and is never called: ours takes its place.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    (void)data;
    (void)size;
    return -1;
}
