// On a phone `import UserNotifications` brings Foundation with it, and extensions rely on that.
@_exported public import Foundation

// Networking is a library of its own on Linux, and one that cannot be linked statically without libcurl's, so only those
// whose extensions use URLSession ask for it, by the package's trait.
#if Networking
@_exported public import FoundationNetworking
#endif
