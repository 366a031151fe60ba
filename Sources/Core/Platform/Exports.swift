// Foundation's essentials and the C library, under the names that the platform has for them.
//
// On an Apple system Foundation has no smaller part that may be imported; on Linux the smaller part saves an extension the
// memory of the larger one.
#if canImport(FoundationEssentials)
@_exported public import FoundationEssentials
#else
@_exported public import Foundation
#endif

#if canImport(Darwin)
@_exported public import Darwin
#else
@_exported public import Glibc
#endif
