"""Makes the report of one run or of several: a table on standard output, JSON, a chart, and the timed part of RESULTS.md.

    report.py RUN.json… --json JSON [--results RESULTS.md] [--quick]

Exits 1 when a bound is missed in any of the runs, but for a quick one, whose few samples say nothing.
"""

import argparse
import json
import pathlib
import platform
import re
import statistics
import subprocess
import sys

import chart

BEGIN, END = "<!-- Benchmarks/run writes what follows. -->", "<!-- Benchmarks/run wrote what precedes. -->"
BESIDE = {
    "swift-crypto": "swift-crypto + Foundation", "foundation": "Foundation", "json": "Python's json",
    "PyNaCl SealedBox": "PyNaCl SealedBox + json", "PyNaCl XChaCha20": "PyNaCl XChaCha20 + json",
    "pyhpke": "pyhpke + json",
}


ELAPSED, FASTEST = " elapsed", " fastest"


def is_busy(run):
    """Whether more programs wanted to run than there are cores."""
    return run["machine"]["load"] > run["machine"]["cores"] + 0.5


def clock(run, work):
    """What follows the names of the times that count.

    The processor's time counts where a work is all that its process does, and for everything while others wanted the
    processors, too: to wait for them is no cost of ours. Otherwise what went by counts where threads or processes wait.
    """
    return ELAPSED if "ours" + ELAPSED in run[work] and not is_busy(run) else ""


def ratio(run, work, suffix):
    """The median of the turns' ratios."""
    return run[work]["ratio" + suffix] / 1_000


class Times:
    """At most so many times the floor."""

    def __init__(self, limit):
        self.limit = limit
        self.bound = f"≤ {limit:.2f} × floor" if limit else ""

    def figure(self, run, work, suffix):
        return ratio(run, work, suffix)

    def text(self, figure):
        return f"{figure:.3f} ×"

    def holds(self, figure):
        return self.limit is None or figure <= self.limit


class Above:
    """At most so many nanoseconds more than the floor."""

    def __init__(self, limit, unit, name):
        self.limit, self.unit, self.name = limit, unit, name
        self.bound = f"≤ floor + {limit / unit:.0f} {name}"

    def figure(self, run, work, suffix):
        return run[work]["ours" + suffix] - run[work]["floor" + suffix]

    def text(self, figure):
        return f"+ {figure / self.unit:.2f} {self.name}"

    def holds(self, figure):
        return figure <= self.limit


class Faster:
    """At least so many times as fast as Foundation."""

    def __init__(self, limit):
        self.limit = limit
        self.bound = f"≥ {limit} × as fast as Foundation"

    def figure(self, run, work, suffix):
        return run[work]["foundation"] / run[work]["ours"]

    def text(self, figure):
        return f"{figure:.1f} × as fast"

    def holds(self, figure):
        return figure >= self.limit


class Peak:
    """Peak resident memory below so many MiB."""

    def __init__(self, limit):
        self.limit = limit
        self.bound = f"< {limit} MiB"

    def figure(self, run, work, suffix):
        return run[work]["peak KiB"] / 1_024

    def text(self, figure):
        return f"{figure:.1f} MiB"

    def holds(self, figure):
        return figure < self.limit


class Growth(Peak):
    """Peak resident memory of five times as many lines at most so many MiB above that of these."""

    def __init__(self, limit):
        self.limit = limit
        self.bound = f"≤ {limit} MiB more for five times as many"

    def figure(self, run, work, suffix):
        return (run[work]["peak KiB"] - run[work]["peak KiB of a fifth"]) / 1_024

    def text(self, figure):
        return f"{figure:+.1f} MiB"

    def holds(self, figure):
        return figure <= self.limit


MICROSECONDS, MILLISECONDS = (1_000, "µs"), (1_000_000, "ms")
# Work, its name in the table, its unit, its bounds.
ROWS = [
    ("seal hpke-base", "seal, `hpke-base`", MICROSECONDS, [Times(1.25)]),
    ("seal hpke-auth", "seal, `hpke-auth`", MICROSECONDS, [Times(1.25)]),
    ("seal sealed-box", "seal, `sealed-box`", MICROSECONDS, []),
    ("open hpke-base", "open, `hpke-base`", MICROSECONDS, [Times(1.40)]),
    ("open hpke-auth", "open, `hpke-auth`", MICROSECONDS, [Times(1.40)]),
    ("open sealed-box", "open, `sealed-box`", MICROSECONDS, [Times(1.10)]),
    ("seal shared", "seal, `shared`", MICROSECONDS, [Above(20_000, *MICROSECONDS)]),
    ("open shared", "open, `shared`", MICROSECONDS, [Above(20_000, *MICROSECONDS)]),
    ("parse 1k", "parse 1 KB", MICROSECONDS, [Faster(3)]),
    ("parse 4k", "parse 4 KB", MICROSECONDS, [Faster(3)]),
    ("read 1k", "parse 1 KB and make every value", MICROSECONDS, [Faster(3)]),
    ("read 4k", "parse 4 KB and make every value", MICROSECONDS, [Faster(3)]),
    ("write 1k", "write 1 KB", MICROSECONDS, [Faster(10)]),
    ("write 4k", "write 4 KB", MICROSECONDS, [Faster(10)]),
    ("write made 1k", "write 1 KB that was set member by member", MICROSECONDS, [Faster(10)]),
    ("write made 4k", "write 4 KB that was set member by member", MICROSECONDS, [Faster(10)]),
    ("lint 4k", "lint 4 KB", MICROSECONDS, []),
    ("deliver hpke-auth", "deliver, `hpke-auth`; its floor is open", MICROSECONDS, [Above(150_000, *MICROSECONDS)]),
    ("lines hpke-base", "`seal --lines`, `hpke-base`, {lines} new devices", MILLISECONDS, [Times(1.15), Growth(1)]),
    ("lines hpke-auth, new devices", "`seal --lines`, `hpke-auth`, {lines} new devices", MILLISECONDS,
     [Times(1.15), Growth(1)]),
    ("cold seal", "a cold `sealedpush seal`", MILLISECONDS, [Above(10_000_000, *MILLISECONDS), Peak(20)]),
    ("cold deliver", "a cold `sealedpush deliver`", MILLISECONDS, [Above(10_000_000, *MILLISECONDS), Peak(20)]),
]


def rows(runs):
    """A row for each bound of each work, and one for a work without."""
    for work, title, (unit, name), bounds in ROWS:
        ways = {way: statistics.median(run[work][way] for run in runs) for way in runs[0][work]}
        title = title.format(lines=f"{ways.get('lines', 0):,.0f}")
        suffixes = [clock(run, work) for run in runs]
        times = [
            statistics.median(run[work][way + suffix] for run, suffix in zip(runs, suffixes)) / unit
            for way in ["ours", "floor"]
        ]
        beside = ", ".join(f"{BESIDE[way]} {ways[way] / unit:.1f}" for way in ways if way in BESIDE)
        for place, bound in enumerate(bounds or [Times(None)]):
            row = {"work": title, "ours": f"{times[0]:.2f} {name}", "floor": f"{times[1]:.2f} {name}", "beside it": beside}
            if place > 0:
                row = dict.fromkeys(row, "")
            figures = [bound.figure(run, work, suffix) for run, suffix in zip(runs, suffixes)]
            row["each run"] = ", ".join(map(bound.text, figures))
            row["bound"] = bound.bound if bounds else ""
            row["holds"] = ("yes" if all(map(bound.holds, figures)) else "**no**") if bounds else ""
            yield row


def clocks(runs):
    """A row for each work and clock where the two differ."""
    for work, title, (unit, name), bounds in ROWS:
        for suffix, label in [("", "processor time"), (ELAPSED, "time that went by")]:
            if "ours" + ELAPSED not in runs[0][work]:
                continue
            times = [statistics.median(run[work][way + suffix] for run in runs) / unit for way in ["ours", "floor"]]
            yield {
                "work": title.format(lines=f"{runs[0][work].get('lines', 0):,.0f}"), "clock": label,
                "ours": f"{times[0]:.2f} {name}", "floor": f"{times[1]:.2f} {name}",
                "each run": of_runs(bounds, runs, work, suffix),
            }


def of_runs(bounds, runs, work, suffix):
    """The figures of a work's first bound, or of a ratio."""
    bound = (bounds or [Times(None)])[0]
    return ", ".join(bound.text(bound.figure(run, work, suffix)) for run in runs)


def undisturbed(runs):
    """A row for each work of which the processor's time counts, by its fastest turns."""
    for work, title, (unit, name), bounds in ROWS:
        if "ours" + ELAPSED in runs[0][work] or isinstance((bounds or [None])[0], Faster):
            continue
        times = [statistics.median(run[work][way + FASTEST] for run in runs) / unit for way in ["ours", "floor"]]
        yield {
            "work": title, "ours": f"{times[0]:.2f} {name}", "floor": f"{times[1]:.2f} {name}",
            "each run": of_runs(bounds, runs, work, FASTEST), "bound": bounds[0].bound if bounds else "",
        }


def table(found, columns):
    figures = {"ours", "floor", "each run"}
    lines = ["| " + " | ".join(columns) + " |", "|" + "|".join("--:" if c in figures else "---" for c in columns) + "|"]
    return "\n".join(lines + ["| " + " | ".join(row[column] for column in columns) + " |" for row in found])


def judged(found):
    return table(found, ["work", "ours", "floor", "each run", "bound", "holds", "beside it"])


def output_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def machine():
    text = pathlib.Path("/proc/cpuinfo").read_text()
    swift = re.search(r"Swift version [\d.]+", output_of("swift", "--version"))
    return {
        "processor": (re.search(r"model name\s*: (.*)", text) or ["", platform.machine()])[1],
        "cores": text.count("processor\t"),
        "swift": swift[0] if swift else "",
        "libsodium": output_of("pkg-config", "--modversion", "libsodium").strip(),
    }


def section(found, runs, on):
    count = f"{len(runs)} runs" if len(runs) > 1 else "one run"
    lines = [run["lines hpke-base"] for run in runs]
    alone, together = (statistics.median(line[way + ELAPSED] for line in lines) for way in ["floor on one core", "floor"])
    missed = sum("no" in row["holds"] for row in found)
    verdict = {0: "Every bound holds.", 1: "One bound is missed."}.get(missed, f"{missed} bounds are missed.")
    busy = sum(map(is_busy, runs))
    waiting = (
        f"In {busy} of them others wanted the processors, too, so that only the processor's time counts."
        if busy else "Nobody else wanted the processors, so that the time that went by counts where the second table has it.")
    return f"""{BEGIN}

Medians of {count} of `Benchmarks/run` on {on['cores']} cores of {on['processor']}, {on['swift']}, libsodium
{on['libsodium']}. {verdict} {waiting}

{judged(found)}

By either clock, where threads or processes wait:

{table(clocks(runs), ["work", "clock", "ours", "floor", "each run"])}

When nobody else used the core from beginning to end, by the fastest fiftieth of the turns, which no bound is judged by:

{table(undisturbed(runs), ["work", "ours", "floor", "each run", "bound"])}

The floor of `seal --lines` takes {together / 1e6:.0f} ms on all cores for what one core alone does its share of in
{alone / 1e6:.0f} ms, in `hpke-base`, by the time that went by.

![Processor time against the size of the payload, and against the number of pinned keys](cost.svg)

{END}"""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("runs", nargs="+", type=pathlib.Path)
    parser.add_argument("--json", required=True, type=pathlib.Path)
    parser.add_argument("--results", type=pathlib.Path)
    parser.add_argument("--quick", action="store_true")
    arguments = parser.parse_args()
    runs = [json.loads(file.read_text()) for file in arguments.runs]
    found = list(rows(runs))
    on = machine()
    print(judged(found))
    arguments.json.write_text(json.dumps({"machine": on, "table": found, "runs": runs}, indent=1, ensure_ascii=False))
    if arguments.results:
        text = arguments.results.read_text()
        before, rest = text.split(BEGIN)
        arguments.results.write_text(before + section(found, runs, on) + rest.split(END)[1])
        (arguments.results.parent / "cost.svg").write_text(chart.draw(runs[-1]))
    return 1 if any("no" in row["holds"] for row in found) and not arguments.quick else 0


sys.exit(main())
