"""The imports of a Swift file on a system, and the names of the C library that the system does not have."""

import re
from source import SourceError, active_lines

# Frameworks and libraries of iOS 26 and macOS 26 that the portable modules may import.
APPLE = {"CryptoKit", "Darwin", "Dispatch", "Foundation", "Security", "Synchronization", "UserNotifications"}

# Names that only Linux has; a stub of the module Darwin on top of Linux's C library would let them through.
LINUX_ONLY = re.compile(
    r"\b(Glibc(?=\.)|Musl(?=\.)|st_[amc]tim|__sigaction_handler|SIGSTKFLT|SIGPWR|SIGPOLL|O_PATH|O_TMPFILE|MSG_NOSIGNAL|SOCK_CLOEXEC"
    r"|renameat2|getrandom|explicit_bzero|pipe2|accept4|epoll_\w+|inotify_\w+|signalfd|timerfd_\w+|memfd_create"
    r"|posix_fadvise|fallocate|sched_\w+affinity|prctl|ucred|environ)\b")
LINUX_PATH = re.compile(r'"/(proc|sys)/')


class System:
    """What `#if` can ask on a system."""

    def __init__(self, name, names, own_modules, other_modules=frozenset()):
        self.name, self.names = name, names
        self.modules = APPLE | set(own_modules) | set(other_modules)
        self.conditions = {
            "DEBUG": False, "Networking": False, "Observability": False, "SwiftCrypto": False, "true": True, "false": False,
        }


STATEMENT = re.compile(
    r"\s*(?:@\w+(?:\(\w+\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+"
    r"(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(\w+)(?:\.[\w.]+)?\s*;?\s*")


def imports(text, system):
    """Yields line and module of each import that the system compiles; refuses a line that it cannot read."""
    for number, line in active_lines(text, system):
        if not re.search(r"(?<![\w.`])import(?![\w`:])", line):
            continue
        match = STATEMENT.fullmatch(line)
        if not match:
            raise SourceError(number, f"expected one import, found '{line.strip()}'")
        yield number, match[1]


def problems(text, system):
    """Lists what the system lacks: imported modules, names of the C library, paths."""
    try:
        found = [
            f"{number}: imports {module}, which {system.name} does not have; put it behind #if canImport({module})"
            for number, module in imports(text, system) if module not in system.modules
        ]
        original = text.split("\n")
        for number, line in active_lines(text, system):
            name = LINUX_ONLY.search(line)
            # Texts are blank in the line, but their positions are the same.
            path = LINUX_PATH.search(original[number - 1]) if line.strip() else None
            if name or path:
                what = name[1] if name else path[0][1:]
                found.append(f"{number}: uses {what}, which {system.name} does not have")
        return found
    except SourceError as error:
        return [str(error)]


def self_test():
    """Shows that the check fails for each kind of problem, and for none where there is none."""
    phone = System("a phone", {"iOS"}, {"StrictJSON"})
    cases = [
        (0, "import Foundation\npublic import StrictJSON\n"),
        (0, "#if canImport(Darwin)\nimport Darwin\n#else\nimport Glibc\n#endif"),
        (0, "#if !(os(iOS) || os(macOS)) && canImport(Glibc)\nimport Glibc\n#endif"),
        (0, "#if SwiftCrypto || !canImport(CSodium)\nimport CryptoKit\n#elseif canImport(CSodium)\nimport CSodium\n#endif"),
        (0, "// import Glibc\n/* import Glibc /* */ import Glibc */ import Foundation"),
        (0, 'let text = "import Glibc \\(f("a")) import Glibc"\nlet more = """\nimport Glibc\n"""\nlet raw = #"\\("#'),
        (0, "@_exported public import struct Foundation.Date"),
        (1, "import Glibc"),
        (1, "@preconcurrency package import CSodium"),
        (1, "import struct GRDB.Row"),
        (1, "#if canImport(Darwin)\nimport Glibc\n#endif"),
        (1, "#if !canImport(Darwin)\n#else\nimport Glibc\n#endif"),
        (1, "#if os(Linux)\n#elseif os(iOS)\n#if canImport(Darwin)\nimport Glibc\n#endif\n#endif"),
        (1, "/* */ import Glibc"),
        (1, 'let text = "//"\nimport Glibc'),
        (1, "let a = /\"/\nimport Glibc"),
        (1, "let a = 1; import Glibc"),
        (1, "import Foundation; import Glibc"),
        (1, "import\nGlibc"),
        (1, "#if canImport(Darwin)\nimport Darwin"),
        (1, "#if UNKNOWN\nimport Darwin\n#endif"),
        (1, "#if canImport(Darwin, _version: 1)\nimport Darwin\n#endif"),
        (1, "#else\nimport Darwin"),
        (1, "let time = metadata.st_ctim"),
        (1, "let text = Glibc.read(0, nil, 0)"),
        (1, 'open("/proc/self/fd/1")'),
    ]
    for expected, text in cases:
        found = problems(text, phone)
        if len(found) != expected:
            raise SystemExit(f"check-portable: self-test: expected {expected} problems, found {found} in:\n{text}")
    return len(cases)
