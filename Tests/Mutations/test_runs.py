"""Runs of the test program of the copy: the mutants that each suite reaches, and the verdict of the tests on a mutant."""

import os
import re
import resource
import shutil
import signal
import subprocess
import tempfile
import threading
import time

from mutated_copy import tree, work

program = tree / ".build/debug/SealedPushPackageTests.xctest"
# Seconds of processor time. A suite that takes more is slow: what it reaches is not recorded, and it runs only for mutants of its own
# module that no other suite finds, for at most the time after it.
slowest_suite, slow_limit = 4, 160
# The same for a suite of the tests of another module than the mutant's.
slowest_other_suite = 1
# A run that takes longer than the unchanged code by this factor, or this time, is ended: the mutant does not end.
patience, least_patience = 5, 10
# A mutant that waits for something that does not come, or looks for it again and again, uses less than a hundredth of so many
# seconds of the clock.
longest_wait = 30
largest_memory = 8 << 30
too_long = "does not end"


def suites():
    run = subprocess.run([program, "--testing-library", "swift-testing", "--list-tests"], cwd=tree, check=True, text=True,
                         stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return sorted({line.rsplit("/", 1)[0] for line in run.stdout.splitlines() if "/" in line})


def processor_time(group):
    """The processor time of the processes of a group that still run, in clock ticks."""
    total = 0
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat") as file:
                    fields = file.read().rsplit(")", 1)[1].split()
            except OSError:
                continue
            if int(fields[2]) == group:
                total += sum(int(field) for field in fields[11:15])
    return total


def run(suites, limit, environment):
    """Runs suites until the first failure; returns the cause of the failure, or None, and the processor time."""
    folder = tempfile.mkdtemp(dir=work)

    def prepare():
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
        resource.setrlimit(resource.RLIMIT_AS, (largest_memory, largest_memory))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    pattern = "^(" + "|".join(re.escape(suite) for suite in suites) + ")/"
    process = subprocess.Popen(
        [program, "--testing-library", "swift-testing", "--filter", pattern], cwd=tree, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True, preexec_fn=prepare,
        env={**os.environ, "SWIFT_BACKTRACE": "enable=no", "NO_COLOR": "1", "TMPDIR": folder, **environment})
    failure = []

    def end(cause):
        failure.append(cause)
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass

    def read():
        for line in process.stdout:
            if line.startswith("✘".encode()) and not failure:
                end(line.decode(errors="replace").strip()[2:240])

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    used, since = None, time.monotonic()
    status = None
    pause = 0.02
    while status is None:
        time.sleep(pause)
        pause = min(0.5, pause * 1.3)
        pid, code, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            status = os.waitstatus_to_exitcode(code)
        elif time.monotonic() - since > longest_wait:
            now = processor_time(process.pid)
            if used is not None and now - used < longest_wait * os.sysconf("SC_CLK_TCK") / 100:
                end("waits without end")
            used, since = now, time.monotonic()
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.returncode = status
    reader.join(5)
    shutil.rmtree(folder, ignore_errors=True)
    seconds = usage.ru_utime + usage.ru_stime
    if failure:
        return failure[0], seconds
    if status in (-signal.SIGXCPU, -signal.SIGKILL):
        return too_long, seconds
    return (f"ends with {status}" if status else None), seconds


def record(suite, count):
    """Runs a suite of the unchanged code; returns the numbers of the mutants that it reaches, its processor time, and its failure.
    A slow suite is ended, and returns no numbers."""
    with tempfile.NamedTemporaryFile(dir=work) as file:
        file.truncate(count)
        failure, seconds = run([suite], slowest_suite, {"SEALEDPUSH_MUTANTS_REACHED": file.name})
        if failure == too_long:
            return [], max(seconds, slowest_suite), None
        return [number for number, byte in enumerate(file.read()) if byte], seconds, failure


def verdict(number, reached_by, slow, costs):
    """Runs the suites that reach a mutant, cheap ones first, then slow ones, until one fails; returns the cause, or None, and the time."""
    spent = 0
    batch, cost, size = [], 0, 1
    remaining = sorted(reached_by, key=costs.get)
    while remaining:
        batch, cost = [], 0
        while remaining and (not batch or cost + costs[remaining[0]] <= size):
            batch.append(remaining.pop(0))
            cost += costs[batch[-1]]
        failure, seconds = run(batch, int(least_patience + patience * cost), {"SEALEDPUSH_MUTANT": str(number)})
        spent += seconds
        if failure:
            return failure, spent
        size *= 4
    for suite in slow:
        failure, seconds = run([suite], slow_limit, {"SEALEDPUSH_MUTANT": str(number)})
        spent += seconds
        # The unchanged code may take longer than the limit.
        if failure and failure != too_long:
            return failure, spent
    return None, spent
