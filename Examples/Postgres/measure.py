#!/usr/bin/env python3
"""Measures registrations in PostgreSQL and in SQLite, in one run on one disk: the imports, side by side, and their bytes; then in turns,
so that other programs slow both, a key by its id, and sealed pushes of one, two and four processes. Each number of the turns is their
median, and a ratio the median of those of the turns.

    Examples/Postgres/measure.py [--registrations N] [--program FILE]

A server is started for it; the disk is that of TMPDIR, or /var/tmp. Without --program, an executable is built for release.
"""

import argparse
import concurrent.futures
import datetime
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "Provider"))
from test_instances import Database  # noqa: E402

TURNS = 5


def built():
    command = ["swift", "build", "-c", "release", "--package-path", HERE, "--product", "measure"]
    subprocess.run(command, check=True, stdout=sys.stderr)
    return pathlib.Path(subprocess.run([*command, "--show-bin-path"], check=True, capture_output=True, text=True).stdout.strip()) / "measure"


class Measurement:
    def __init__(self, program, stores, count):
        self.program, self.stores, self.count = program, stores, count

    def start(self, store, step):
        command = [self.program, self.stores[store], str(self.count), step]
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def run(self, store, step):
        """The numbers of a step."""
        process = self.start(store, step)
        output, _ = process.communicate()
        if process.returncode:
            raise RuntimeError(f"{step} failed with {store}")
        return [float(number) for number in output.split()]

    def seal(self, store, processes):
        """The pushes a second of some processes together."""
        started = [self.start(store, "seal") for _ in range(processes)]
        for process in started:
            if process.stdout.readline() != "ready\n":
                raise RuntimeError(f"seal failed with {store}")
        start = time.monotonic()
        for process in started:
            process.stdin.write("\n")
            process.stdin.flush()
        sealed = sum(float(process.communicate()[0]) for process in started)
        return [sealed / (time.monotonic() - start)]

    def turns(self, what, unit, step):
        values = [[step(store) for store in self.stores] for _ in range(TURNS)]
        for number, name in enumerate(what):
            postgres, sqlite = ([pair[store][number] for pair in values] for store in (0, 1))
            ratio = statistics.median(one / other for one, other in zip(postgres, sqlite))
            report(name, statistics.median(postgres), statistics.median(sqlite), unit, ratio)


def report(what, postgres, sqlite, unit, ratio):
    print(f"{what:<34} {postgres:>12,.0f} {sqlite:>12,.0f} {unit:<8} {ratio:>8.2f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--registrations", type=int, default=100_000)
    parser.add_argument("--program", type=pathlib.Path)
    arguments = parser.parse_args()
    subprocess.run([HERE.parent.parent / "Scripts/prerequisites", "pg_config:libpq-dev", "pg_ctlcluster:postgresql",
                    "setpriv:util-linux"], check=True, stdout=sys.stderr)
    program = (arguments.program or built()).resolve()
    with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR", "/var/tmp")) as folder:
        disk, file = pathlib.Path(folder) / "postgres", pathlib.Path(folder) / "sqlite" / "registrations.sqlite"
        os.chmod(folder, 0o711)
        disk.mkdir()
        file.parent.mkdir()
        database = Database(disk, segment=16, fsync="on", shared_buffers="128MB")
        try:
            measurement = Measurement(program, {"PostgreSQL": database.connection, "SQLite": str(file)}, arguments.registrations)
            measure(measurement, database, file)
        finally:
            database.remove()


def measure(measurement, database, file):
    count = measurement.count
    print(f"{count:,} registrations, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at first, {datetime.date.today()}")
    print(f"{'':<34} {'PostgreSQL':>12} {'SQLite':>12} {'':<8} {'ratio':>8}")
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        [postgres], [sqlite] = pool.map(lambda store: measurement.run(store, "import"), measurement.stores)
    report("import", postgres, sqlite, "s", postgres / sqlite)
    [[bytes]] = database.rows("SELECT pg_total_relation_size('measure.keyring')")
    postgres, sqlite = int(bytes), sum(path.stat().st_size for path in file.parent.iterdir())
    report("on the disk", postgres, sqlite, "bytes", postgres / sqlite)
    report("on the disk, each", postgres / count, sqlite / count, "bytes", postgres / sqlite)
    measurement.turns(["a key by its id", "a key by its id, 99th percentile"], "µs", lambda store: measurement.run(store, "load"))
    for processes in (1, 2, 4):
        measurement.turns([f"sealed pushes, processes: {processes}"], "a second", lambda store: measurement.seal(store, processes))
    print(f"load {os.getloadavg()[0]:.1f} at last")


if __name__ == "__main__":
    main()
