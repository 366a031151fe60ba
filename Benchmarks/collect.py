"""Gathers what one run measured into one JSON file: work -> way -> median, and for ours and the floor also the fastest
fiftieth.

    collect.py FOLDER > JSON

The folder holds the samples that the benchmark library wrote, and the JSON files of commands.py and python.py. Medians are
in nanoseconds, `ratio` in thousandths, memory in KiB; `machine` says how many programs wanted to run, by the minute's average.
"""

import json
import os
import pathlib
import statistics
import sys

FOLDER = pathlib.Path(sys.argv[1])


def main():
    found = {}
    for file in sorted(FOLDER.glob("*.samples.tsv")):
        # Run, target, work and way, with underscores for spaces.
        _, _, work, way = file.name.removesuffix(".histogram.samples.tsv").replace("_", " ").split(".")
        found.setdefault(work, {})[way] = [float(line) for line in file.read_text().splitlines()[1:]]
    for name in ["commands.json", "python.json"]:
        for work, ways in json.loads((FOLDER / name).read_text()).items():
            found.setdefault(work, {}).update(ways)
    medians = {work: {way: statistics.median(samples) for way, samples in ways.items()} for work, ways in found.items()}
    for work, ways in found.items():
        if {"ours", "floor"} <= ways.keys():
            fastest = {way: sorted(ways[way])[len(ways[way]) // 50] for way in ["ours", "floor"]}
            medians[work] |= {f"{way} fastest": time for way, time in fastest.items()}
            medians[work]["ratio fastest"] = 1_000 * fastest["ours"] / max(1, fastest["floor"])
    medians["machine"] = {"load": os.getloadavg()[0], "cores": len(os.sched_getaffinity(0))}
    json.dump(medians, sys.stdout, indent=1, ensure_ascii=False, sort_keys=True)


main()
