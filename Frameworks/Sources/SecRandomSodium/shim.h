// libsodium's generator, for SecRandomCopyBytes.
#include <sodium.h>
