"""Times sealing, opening and JSON, prints the table, and exits 1 when a bound is missed.

    report.py check SECONDS SEALING            what a bound compares with libsodium and Foundation
    report.py all SECONDS SEALING PYTHON       all, with the peers; writes the table into RESULTS.md

SEALING is the program of Sources/Sealing, PYTHON an interpreter with requirements.txt.
"""

import os
import pathlib
import re
import subprocess
import sys

from measure import measure

BEGIN, END = "<!-- Benchmarks/run writes the following. -->", "<!-- Benchmarks/run wrote the preceding. -->"
OURS, BASELINE, FOUNDATION, AUTH = "sealedpush", "libsodium", "Foundation", "hpkeAuth"
# Rule: at most so many times libsodium's calls, and less than every peer.
LIMITS = {"seal hpkeAuth": 1.30, "seal hpkeBase": 1.30, "open hpkeAuth": 1.40, "open hpkeBase": 1.40}
# Rule: Foundation takes at least so many times as long.
PARSING = {"parse 1k": 3, "parse 4k": 3}
# Rule: suite 5 takes at most so many times what suite 1 takes.
CHAIN = {"seal hpkeAuthPSK": 1.05, "open hpkeAuthPSK": 1.08}
HEADER = """\
| work | µs | to libsodium's calls | bound | others to it, µs in brackets | bound |
|---|--:|--:|--:|---|---|
"""


def text(ratio):
    return "{:.2f} ({:.2f}–{:.2f})".format(*ratio)


def row(work, measurement):
    """The row of a work, and whether its bounds hold."""
    others = sorted(measurement.implementations - {OURS, BASELINE})
    ratios = {other: measurement.ratio(other, OURS) for other in others}
    cells, holds = [work, f"{measurement.time(OURS) / 1000:.1f}", "", ""], []
    if BASELINE in measurement.implementations:
        ratio = measurement.ratio(OURS, BASELINE)
        cells[2] = text(ratio)
        if work in LIMITS:
            holds.append(ratio[0] <= LIMITS[work])
            cells[3] = f"{LIMITS[work]:.2f}" + ("" if holds[-1] else " **missed**")
    cells.append(", ".join(f"{other} {text(ratios[other])} [{measurement.time(other) / 1000:.1f}]" for other in others))
    if work in PARSING:
        holds.append(ratios[FOUNDATION][0] >= PARSING[work])
        cells.append(f"{FOUNDATION} ≥ {PARSING[work]}" + ("" if holds[-1] else " **missed**"))
    elif work in CHAIN:
        holds.append(1 / ratios[AUTH][0] <= CHAIN[work])
        cells.append(f"{AUTH} ≥ {1 / CHAIN[work]:.3f}" + ("" if holds[-1] else " **missed**"))
    elif work in LIMITS and others:
        holds.append(all(ratio[0] > 1 for ratio in ratios.values()))
        cells.append("each > 1" + ("" if holds[-1] else " **missed**"))
    else:
        cells.append("")
    return f"| {' | '.join(cells)} |\n", all(holds)


def output_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def machine():
    model = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())
    swift = re.search(r"Swift version [\d.]+", output_of("swift", "--version"))
    sodium = output_of("pkg-config", "--modversion", "libsodium").strip()
    return f"{os.cpu_count()} cores of {model[1] if model else 'an unknown processor'}, {swift[0]}, libsodium {sodium}"


def main():
    mode, seconds, sealing, *python = sys.argv[1:]
    load = os.getloadavg()[0]
    workers = [[sealing, "Payloads"], *([path, "python.py", "Payloads"] for path in python)]
    bounded = {(work, way) for work in LIMITS for way in (OURS, BASELINE)}
    bounded |= {(work, way) for work in PARSING for way in (OURS, FOUNDATION)}
    bounded |= {(work, way) for work in CHAIN for way in (OURS, AUTH)}
    measurements = measure(
        workers, lambda subject: mode == "all" or (subject.work, subject.implementation) in bounded, float(seconds))
    lines, hold = zip(*(row(work, measurements[work]) for work in sorted(measurements)))
    table = HEADER + "".join(lines)
    print(table, end="")
    if mode == "all":
        count = next(iter(measurements.values())).rounds
        results = pathlib.Path("RESULTS.md")
        before, _, rest = results.read_text().partition(BEGIN)
        said = f"{count} rounds in one run on {machine()}, load average before it {load:.1f}."
        results.write_text(f"{before}{BEGIN}\n\n{said}\n\n{table}\n{END}{rest.partition(END)[2]}")
    return 0 if all(hold) else 1


sys.exit(main())
