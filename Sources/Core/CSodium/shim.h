#if !__has_include(<sodium.h>)
#error "sodium.h is missing: install libsodium-dev, or build with --traits SwiftCrypto, which needs no libsodium"
#endif
#include <sodium.h>
