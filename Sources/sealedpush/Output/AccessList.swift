import CExtendedAttributes
import Glibc

/// The access control list of a file, which names users and groups beside those of its mode (`acl(5)`).
enum AccessList {
    private static let name = "system.posix_acl_access"

    /// Whether a file has a list, also where the system cannot tell.
    static func isPresent(at path: String) -> Bool {
        unsafe getxattr(path, name, nil, 0) >= 0 || !isAbsent(errno)
    }

    /// Removes the list of an open file; returns whether the file then has none.
    static func remove(from file: Int32) -> Bool {
        unsafe fremovexattr(file, name) == 0 || isAbsent(errno)
    }

    private static func isAbsent(_ number: Int32) -> Bool { number == ENODATA || number == EOPNOTSUPP }
}
