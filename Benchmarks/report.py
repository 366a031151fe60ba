"""Prints the table of one run, writes it into RESULTS.md, and exits 1 when a bound is missed.

    report.py FOLDER RESULTS.md

FOLDER holds the samples of the benchmark library, in nanoseconds, and python.json.
"""

import json
import os
import pathlib
import re
import statistics
import subprocess
import sys

BEGIN, END = "<!-- Benchmarks/run writes the following. -->", "<!-- Benchmarks/run wrote the preceding. -->"
OURS = "sealedpush"
# A sample of the benchmark library times so many calls.
CALLS = 1000
HPKE = {"hpkeAuth", "hpkeBase"}


def read(folder):
    """Work -> way -> median in nanoseconds."""
    found = json.loads((folder / "python.json").read_text())
    for file in folder.glob("*.samples.tsv"):
        # Run, target, name and metric; underscores stand for spaces.
        name = file.name.split(".")[2].replace("_", " ")
        work, way = name.split(" by ")
        samples = [float(line) / CALLS for line in file.read_text().splitlines()[1:]]
        found.setdefault(work, {})[way] = statistics.median(samples)
    return found


def judge(work, ways):
    """The figure of a work and its bounds: a text, and each bound with whether it holds."""
    ours, kind = ways[OURS], work.split()
    if "libsodium" in ways:
        baseline = ways["libsodium"]
        if kind[1] == "shared":
            return f"+ {(ours - baseline) / 1000:.1f} µs", [("+ 20 µs", ours - baseline <= 20_000)]
        limit = 1.25 if kind[0] == "seal" else 1.40
        bounds = [(f"{limit:.2f} ×", ours <= limit * baseline)] if kind[1] in HPKE else []
        peers = [time for way, time in ways.items() if way not in (OURS, "libsodium")]
        if kind[1] in HPKE:
            bounds.append(("less than every peer", all(ours < time for time in peers)))
        return f"{ours / baseline:.2f} ×", bounds
    if kind[0] == "parse":
        speed = ways["Foundation"] / ours
        return f"{speed:.1f} × as fast as Foundation", [("3 × as fast", speed >= 3)]
    return "", []


def rows(found):
    for work in sorted(found):
        ways = found[work]
        figure, bounds = judge(work, ways)
        peers = ", ".join(f"{way} {ways[way] / 1000:.1f}" for way in sorted(ways) if way not in (OURS, "libsodium"))
        baseline = f"{ways['libsodium'] / 1000:.1f}" if "libsodium" in ways else ""
        bound = "; ".join(text + ("" if holds else " (**missed**)") for text, holds in bounds)
        yield f"| {work} | {ways[OURS] / 1000:.1f} | {baseline} | {figure} | {bound} | {peers} |", all(h for _, h in bounds)


def output_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def machine():
    model = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())
    swift = re.search(r"Swift version [\d.]+", output_of("swift", "--version"))
    sodium = output_of("pkg-config", "--modversion", "libsodium").strip()
    return f"{os.cpu_count()} cores of {model[1] if model else 'an unknown processor'}, {swift[0]}, libsodium {sodium}"


def main():
    folder, results = map(pathlib.Path, sys.argv[1:])
    lines, hold = zip(*rows(read(folder)))
    table = "\n".join(["| work | ours, µs | libsodium's calls, µs | ours to it | bound | peers, µs |", "|---|--:|--:|--:|---|---|", *lines])
    print(table)
    before, rest = results.read_text().split(BEGIN)
    section = f"{BEGIN}\n\nMedians of one run on {machine()}.\n\n{table}\n\n{END}"
    results.write_text(before + section + rest.split(END)[1])
    return 0 if all(hold) else 1


sys.exit(main())
