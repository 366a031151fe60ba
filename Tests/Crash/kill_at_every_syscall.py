"""Runs a command again and again, and kills it at one system call after another, until it ends by itself.

    python3 kill_at_every_syscall.py TEMPLATE RESULTS -- COMMAND...

Each run has a copy of the folder TEMPLATE of its own, RESULTS/1, RESULTS/2 and so on; {} in the command stands for its
path. Calls are counted from the first one that names the folder, in all threads; the process is killed by SIGKILL when
the n-th begins, so that it never happens. Prints how many runs were killed. Ends with 77 where ptrace is not allowed.
"""

import ctypes
import os
import pathlib
import shutil
import signal
import struct
import sys

LIBC = ctypes.CDLL(None, use_errno=True)
LIBC.ptrace.restype = ctypes.c_long
LIBC.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
TRACEME, CONT, SYSCALL, SETOPTIONS, GET_SYSCALL_INFO = 0, 7, 24, 0x4200, 0x420E
# Marked system call stops; forks, clones and execs followed; the traced die with the tracer.
OPTIONS = 0x1 | 0x2 | 0x4 | 0x8 | 0x10 | 0x100000
WALL = 0x40000000
SKIPPED = 77


def ptrace(request, process, address=None, data=None):
    result = LIBC.ptrace(request, process, address, data)
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def entry(thread):
    """The number and the arguments of the system call that a thread begins, or None where it ends one."""
    buffer = ctypes.create_string_buffer(88)
    ptrace(GET_SYSCALL_INFO, thread, len(buffer), ctypes.cast(buffer, ctypes.c_void_p))
    if buffer.raw[0] != 1:
        return None
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


def start(command):
    child = os.fork()
    if child == 0:
        try:
            null = os.open(os.devnull, os.O_RDWR)
            for descriptor in range(3):
                os.dup2(null, descriptor)
            ptrace(TRACEME, 0)
            os.execv(command[0], command)
        except OSError:
            os._exit(SKIPPED)
    _, status = os.waitpid(child, 0)
    if not os.WIFSTOPPED(status):
        sys.exit(SKIPPED)
    ptrace(SETOPTIONS, child, None, OPTIONS)
    ptrace(SYSCALL, child)
    return child


def run(command, folder, last):
    """Runs until the last call that is allowed; returns whether it was killed, and the exit code otherwise."""
    child = start(command)
    count, counts = 0, False
    while True:
        thread, status = os.waitpid(-1, WALL)
        if os.WIFEXITED(status) or os.WIFSIGNALED(status):
            if thread == child:
                return os.WIFSIGNALED(status), os.WEXITSTATUS(status) if os.WIFEXITED(status) else None
            continue
        sent = 0
        if os.WSTOPSIG(status) == signal.SIGTRAP | 0x80:
            call = entry(thread)
            if call is not None:
                counts = counts or names(thread, call, os.fsencode(folder))
                count += counts
                if count == last:
                    os.kill(child, signal.SIGKILL)
        elif os.WSTOPSIG(status) not in (signal.SIGTRAP, signal.SIGSTOP):
            sent = os.WSTOPSIG(status)
        try:
            ptrace(SYSCALL, thread, None, sent)
        except OSError:
            pass  # Killed meanwhile; the next wait tells.


def main(template, results, command):
    for number in range(1, 100_000):
        folder = str(pathlib.Path(results) / str(number))
        shutil.copytree(template, folder, symlinks=True)
        killed, code = run([argument.replace("{}", folder) for argument in command], folder, number)
        if not killed:
            if code != 0:
                sys.exit(f"run {number} ended with {code}")
            print(number - 1)
            return


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[4:])
