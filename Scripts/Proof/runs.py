"""Runs of checks: at most three at the same time, with the time of each."""

import collections
import os
import queue
import re
import signal
import subprocess
import sys
import threading
import time

from Proof import inputs

LINES = 20  # of the output of a check that passed
# One more than the cores of a small machine, since some checks wait.
SIMULTANEOUS = 3
LIMIT = 3600  # seconds, for a check that has stopped


class Run:
    """One run of a check, in a process group of its own."""

    def __init__(self, check):
        self.check = check
        self.log = inputs.ROOT / f".build/checks/{check.name}.log"
        self.log.parent.mkdir(parents=True, exist_ok=True)
        self.start = time.monotonic()
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                ["bash", "-c", check.command], cwd=inputs.ROOT, stdin=subprocess.DEVNULL, stdout=log,
                stderr=subprocess.STDOUT, start_new_session=True, env={**os.environ, "SWIFT_BACKTRACE": "enable=no"})

    def wait(self):
        """Waits for the end of the command; measures its processor time and that of the processes that it waited for."""
        limit = threading.Timer(LIMIT, self.stop)
        limit.start()
        _, status, usage = os.wait4(self.process.pid, 0)
        limit.cancel()
        self.process.returncode = os.waitstatus_to_exitcode(status)
        self.wall = time.monotonic() - self.start
        self.processor = usage.ru_utime + usage.ru_stime

    @property
    def failed(self):
        return self.process.returncode != 0

    def stop(self):
        try:
            os.killpg(self.process.pid, signal.SIGTERM)
        except ProcessLookupError:
            pass

    def report(self):
        """Prints the end of the output; if the check failed, more of it, and the lines that name a failure."""
        lines = self.log.read_text(errors="replace").splitlines()
        if self.failed:
            lines = [line for line in lines[:-100] if re.search("error:|✘|FAIL", line)][-100:] + lines[-100:]
        else:
            lines = lines[-LINES:]
        result = f"failed with exit code {self.process.returncode}" if self.failed else "passed"
        print(f"\n=== {self.check.name}: {self.check.command}", *lines, sep="\n")
        print(f"--- {self.check.name} {result}: {self.wall:.0f} s, {self.processor:.0f} s of processor time", flush=True)


def next_check(waiting, running):
    """The check to run beside those that are running, of those whose build folders are free: the first that needs none, then the
    first whose build folders the most checks wait for, on average. One that shares none goes before those that do."""
    if len(running) == SIMULTANEOUS or any(run.check.first for run in running):
        return None
    if first := [check for check in waiting if check.first]:
        return None if running else first[0]
    exclusive = {folder for run in running for folder in run.check.exclusive}
    shared = {folder for run in running for folder in run.check.shared}
    free = [check for check in waiting
            if (exclusive | shared).isdisjoint(check.exclusive) and exclusive.isdisjoint(check.shared)]
    users = collections.Counter(folder for check in waiting for folder in check.exclusive + check.shared)

    def urgency(check):
        folders = check.shared or check.exclusive
        average = sum(users[folder] for folder in folders) / len(folders) if folders else len(waiting) + 1
        return average, not check.shared

    return max(free, key=urgency, default=None)


def run_all(checks, finished):
    """Runs checks, at most three at the same time, and calls `finished` with each run that ended."""
    waiting, running, ended = list(checks), [], queue.SimpleQueue()

    def watch(run):
        run.wait()
        ended.put(run)

    # A signal is handled between two starts, so that no command is left running.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda number, frame: ended.put(number))
    try:
        while waiting or running:
            while check := next_check(waiting, running):
                waiting.remove(check)
                running.append(Run(check))
                threading.Thread(target=watch, args=[running[-1]], daemon=True).start()
            try:
                # A signal that comes just before the wait does not end it.
                run = ended.get(timeout=1)
            except queue.Empty:
                continue
            if isinstance(run, int):
                sys.exit(128 + run)
            running.remove(run)
            finished(run)
            if run.check.first and run.failed:
                return
    finally:
        for run in running:
            run.stop()


def repeat(checks, times, is_loaded):
    """Runs each check some times, alone or beside two busy processes a core, and returns whether all passed."""
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(2 * os.cpu_count() * is_loaded)]
    runs = []

    def finished(run):
        run.report()
        runs.append(run)

    try:
        for check in checks:
            for _ in range(times):
                run_all([check], finished)
    finally:
        for process in busy:
            process.kill()
    failed = sum(run.failed for run in runs)
    print(f"Runs: {len(runs) - failed} passed, {failed} failed")
    return failed == 0
