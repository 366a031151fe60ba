// On a phone `import UserNotifications` also imports Foundation, and extensions rely on that.
@_exported public import Foundation

// FoundationNetworking is a separate library on Linux, and linking it statically requires libcurl. It is therefore
// enabled by the package's trait, for extensions that use URLSession.
#if Networking
@_exported public import FoundationNetworking
#endif
