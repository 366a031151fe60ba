import ArgumentParser
import PhoneKeychain
import X509

// This module is compiled after all others, so what it cannot import its neighbours could not import either.

#if !canImport(PhoneKeychain)
#error("expected the modules of SealedPush in this build")
#endif
#if canImport(Security) || canImport(UIKit) || canImport(os) || canImport(Intents) || canImport(CallKit)
#error("SealedPush has a module with the name of one of Apple's frameworks")
#endif

print(Certificate.self, errSecSuccess)
