// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Darwin for a type check on Linux: the C library of Linux, and the names that only Apple's has, as Apple's headers declare them
// (sys/stat.h, sys/signal.h, sys/fcntl.h, string.h). Where a name has another type than on Linux, the check sees the
// type of Linux: dev_t, mode_t, off_t, nlink_t, tcflag_t, speed_t, blksize_t. Names that only Linux has are refused by their
// spelling (imports.py).
@_exported public import Glibc

extension stat {
    public var st_atimespec: timespec { st_atim }
    public var st_mtimespec: timespec { st_mtim }
    public var st_ctimespec: timespec { st_ctim }
}

/// The union in `struct sigaction`; a C union is unsafe.
@unsafe public struct __sigaction_u {
    public var __sa_handler: (@convention(c) (Int32) -> Void)?
}

extension sigaction {
    public var __sigaction_u: __sigaction_u {
        get { unsafe Darwin.__sigaction_u(__sa_handler: __sigaction_handler.sa_handler) }
        set { unsafe __sigaction_handler.sa_handler = newValue.__sa_handler }
    }
}

public var F_FULLFSYNC: Int32 { 51 }
public var O_SYMLINK: Int32 { 0x20_0000 }
public var O_EVTONLY: Int32 { 0x8000 }

public func memset_s(_ s: UnsafeMutableRawPointer!, _ smax: Int, _ c: Int32, _ n: Int) -> Int32 { 0 }
