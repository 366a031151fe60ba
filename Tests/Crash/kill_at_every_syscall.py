"""Runs a command again and again, and interferes with one system call after another, until a run ends by itself.

    python3 kill_at_every_syscall.py HOW TEMPLATE RESULTS -- COMMAND...

HOW is KILL, or the name of another signal, which the process gets when the call begins; or the name of an error such as
ENOSPC, with which the call fails. Each run has a copy of the folder TEMPLATE of its own, RESULTS/1, RESULTS/2 and so on;
{} in the command stands for its path, and RESULTS/1.errors is what the run wrote to standard error.

Calls are counted from the first one that names the folder, in all threads. For a signal only calls that change files
count: at any other call the files are as they are when the next changing one begins. Errors also meet calls that read.

Prints a line for each run: "killed", or its exit code. Ends with 77 where ptrace does not allow this.
"""

import ctypes
import errno
import os
import pathlib
import platform
import shutil
import signal
import struct
import sys

LIBC = ctypes.CDLL(None, use_errno=True)
LIBC.ptrace.restype = ctypes.c_long
LIBC.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
TRACEME, POKEUSER, CONT, SETOPTIONS, GET_SYSCALL_INFO = 0, 6, 7, 0x4200, 0x420E
# Forks, clones and execs followed; stops where the filter says so; the traced die with the tracer.
OPTIONS = 0x2 | 0x4 | 0x8 | 0x10 | 0x80 | 0x100000
SECCOMP_STOP = signal.SIGTRAP | 7 << 8
WALL = 0x40000000
SKIPPED = 77

# write, pwrite64, writev, sendfile, copy_file_range; open, creat, openat; truncate, ftruncate, fallocate; rename, renameat,
# renameat2, link, linkat, unlink, unlinkat, symlink, symlinkat, mkdir, mkdirat, rmdir, mknod, mknodat; chmod, fchmod, fchmodat,
# chown, fchown, fchownat
CHANGING = {
    "x86_64": {1, 18, 20, 40, 326, 2, 85, 257, 76, 77, 285, 82, 264, 316, 86, 265, 87, 263, 88, 266, 83, 258, 84, 133, 259, 90,
               91, 268, 92, 93, 260},
    "aarch64": {64, 68, 66, 71, 285, 56, 45, 46, 47, 38, 276, 37, 35, 36, 34, 33, 52, 53, 55, 54},
}
# read, pread64, fstat, newfstatat, fsync, fdatasync, flock
READING = {"x86_64": {0, 17, 5, 262, 74, 75, 73}, "aarch64": {63, 67, 80, 79, 82, 83, 32}}
OPENING = {"x86_64": {2, 85, 257}, "aarch64": {56}}
# The offsets of orig_rax and rax in the user area of x86_64.
CALL_REGISTER, RESULT_REGISTER = 120, 80


def ptrace(request, process, address=None, data=None):
    result = LIBC.ptrace(request, process, address, data)
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def filter_calls(calls):
    """Has this process and those that it starts stop at some system calls, and at no others (seccomp, a BPF program)."""
    instructions = [(0x20, 0, 0, 0)]  # Loads the number of the call.
    for index, call in enumerate(sorted(calls)):
        instructions.append((0x15, len(calls) - index, 0, call))  # If it is this one, jumps behind the next.
    instructions += [(0x06, 0, 0, 0x7FFF0000), (0x06, 0, 0, 0x7FF00000)]  # Allows it; stops.
    code = b"".join(struct.pack("=HBBI", *instruction) for instruction in instructions)
    program = ctypes.create_string_buffer(code, len(code))
    description = struct.pack("@HP", len(instructions), ctypes.addressof(program))
    if LIBC.prctl(38, 1, 0, 0, 0) != 0 or LIBC.prctl(22, 2, ctypes.c_char_p(description), 0, 0) != 0:
        raise OSError("no seccomp")


def current_call(thread):
    """The number and the arguments of the system call that a thread begins."""
    buffer = ctypes.create_string_buffer(88)
    ptrace(GET_SYSCALL_INFO, thread, len(buffer), ctypes.cast(buffer, ctypes.c_void_p))
    return struct.unpack_from("=7Q", buffer.raw, 24)


def names(thread, call, folder):
    """Whether a path among the arguments of a call lies in the folder."""
    with open(f"/proc/{thread}/mem", "rb", buffering=0) as memory:
        for address in call[1:3]:
            try:
                if os.pread(memory.fileno(), len(folder), address) == folder:
                    return True
            except (OSError, OverflowError):
                pass
    return False


def start(calls, command, errors):
    child = os.fork()
    if child == 0:
        try:
            null = os.open(os.devnull, os.O_RDWR)
            messages = os.open(errors, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            for descriptor, target in enumerate([null, null, messages]):
                os.dup2(target, descriptor)
            signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # Python ignores it.
            ptrace(TRACEME, 0)
            os.kill(os.getpid(), signal.SIGSTOP)
            filter_calls(calls)
            os.execv(command[0], command)
        except OSError:
            os._exit(SKIPPED)
    _, status = os.waitpid(child, 0)
    if not os.WIFSTOPPED(status):
        sys.exit(SKIPPED)
    ptrace(SETOPTIONS, child, None, OPTIONS)
    ptrace(CONT, child)
    return child


def run(how, calls, opening, command, folder, last):
    """Interferes with the last-th call; returns whether there was one, and how the run ended."""
    child = start(calls | opening, command, folder + ".errors")
    counts, count = False, 0
    while True:
        thread, status = os.waitpid(-1, WALL)
        if os.WIFEXITED(status) or os.WIFSIGNALED(status):
            if thread == child:
                return count >= last, "killed" if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
            continue
        sent = 0
        if status >> 8 == SECCOMP_STOP:
            call = current_call(thread)
            counts = counts or names(thread, call, os.fsencode(folder))
            if counts and call[0] in calls:
                count += 1
                if count == last and isinstance(how, signal.Signals):
                    os.kill(child, how)
                elif count == last:
                    ptrace(POKEUSER, thread, CALL_REGISTER, -1)
                    ptrace(POKEUSER, thread, RESULT_REGISTER, -how)
        elif os.WSTOPSIG(status) not in (signal.SIGTRAP, signal.SIGSTOP):
            sent = os.WSTOPSIG(status)
        try:
            ptrace(CONT, thread, None, sent)
        except OSError:
            pass  # Killed meanwhile; the next wait tells.


def main(name, template, results, command):
    machine = platform.machine()
    if machine not in CHANGING:
        sys.exit(SKIPPED)
    calls = CHANGING[machine]
    how = getattr(signal, "SIG" + name, None)
    if how is None:
        how = getattr(errno, name)
        calls = calls | READING[machine]
        if machine != "x86_64":
            sys.exit(SKIPPED)
    for number in range(1, 100_000):
        folder = str(pathlib.Path(results) / str(number))
        shutil.copytree(template, folder, symlinks=True)
        interfered, end = run(
            how, calls, OPENING[machine], [argument.replace("{}", folder) for argument in command], folder,
            number)
        print(end, flush=True)
        if not interfered:
            sys.exit(0 if end == 0 else f"run {number} ended with {end}")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[5:])
