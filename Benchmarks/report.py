"""Makes a table and a JSON file of what the benchmarks measured.

    report.py FOLDER JSON

The folder holds the samples of each way of each work, and python.json.
"""

import json
import pathlib
import statistics
import sys

# The most that ours may be, of the floor in thousandths, or in nanoseconds above it, or as a part of Foundation's time.
LIMITS = {
    "seal hpke-base": ("ratio", 1.10),
    "seal hpke-auth, new device": ("ratio", 1.10),
    "seal hpke-auth, known device": ("ratio", 1.10),
    "open hpke-base": ("ratio", 1.10),
    "open hpke-auth": ("ratio", 1.10),
    "open sealed-box": ("ratio", 1.10),
    "seal shared": ("above", 6_000),
    "open shared": ("above", 6_000),
    "parse 1k": ("times", 3),
    "parse 4k": ("times", 3),
    "write 1k": ("times", 10),
    "write 4k": ("times", 10),
}
ORDER = [
    "parse 1k", "parse 4k", "write 1k", "write 4k", "lint 1k", "lint 4k", "seal hpke-base",
    "seal hpke-auth, new device", "seal hpke-auth, known device", "seal sealed-box", "seal shared", "open hpke-base",
    "open hpke-auth", "open sealed-box", "open shared",
]


def plain(text):
    """A name as it stands in a file's name."""
    return "".join(character for character in text if character.isalnum()).lower()


def medians(folder):
    """Work -> way -> the median of its samples; `ratio` in thousandths, the others in nanoseconds."""
    works = {plain(work): work for work in ORDER}
    found = {}
    for file in sorted(folder.glob("*.samples.tsv")):
        *_, name, way = file.name.removesuffix(".histogram.samples.tsv").split(".")
        samples = [float(line) for line in file.read_text().splitlines()[1:]]
        if samples and plain(name) in works:
            found.setdefault(works[plain(name)], {})[way.lower()] = statistics.median(samples)
    return found


def verdict(work, ways):
    if work not in LIMITS:
        return "", True
    kind, limit = LIMITS[work]
    if kind == "ratio":
        return f"≤ {limit:.2f} ×", ways["ratio"] / 1_000 <= limit
    if kind == "above":
        return f"≤ floor + {limit / 1_000:.0f} µs", ways["ours"] - ways["floor"] <= limit
    return f"≤ Foundation / {limit}", ways["ours"] * limit <= ways["foundation"]


def main():
    folder, output = map(pathlib.Path, sys.argv[1:])
    found = medians(folder)
    for work, time in json.loads((folder / "python.json").read_text()).items():
        found.setdefault(work, {})["python"] = time * 1_000
    columns = ["ours", "floor", "swift-crypto", "foundation", "python"]
    print("Medians in µs; the ratio is the median of those of the single turns.\n")
    print("| work | " + " | ".join(columns) + " | ours / floor | ours − floor | must be | met |")
    print("|---|" + "--:|" * (len(columns) + 2) + "---|---|")
    for work in ORDER:
        ways = found.get(work, {})
        if "ours" not in ways:
            continue
        ways = {plain(way): time for way, time in ways.items()}
        times = [f"{ways[plain(way)] / 1_000:.2f}" if plain(way) in ways else "" for way in columns]
        bound, is_met = verdict(work, ways)
        row = times + [f"{ways['ratio'] / 1_000:.3f}", f"{(ways['ours'] - ways['floor']) / 1_000:.2f}", bound]
        print(f"| {work} | " + " | ".join(row) + f" | {('yes' if is_met else 'no') if bound else ''} |")
    output.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n")


main()
