"""Reads callgrind's dumps and compares the counts of each work with its bounds.

Every second dump, from the second on, holds one work: InstructionCounts calls getppid before and after each.
"""

import pathlib
import re
import sys

ALLOCATING = {"malloc", "calloc", "realloc", "posix_memalign", "aligned_alloc"}
TOLERANCE = 1.25
KINDS = ["parse", "write", "lint", "seal", "open"]
# Suite 5 costs at most this many times what suite 1 costs, libsodium included.
CHAIN = {"seal": 1.05, "open": 1.08}


def counts(dump):
    """The instructions outside libsodium, the allocations and all instructions of one dump (Callgrind Format Specification)."""
    names = {}

    def name(text):
        number, _, spelled = text.partition(" ")
        if spelled:
            names[number] = spelled
        return names[number]

    instructions = allocations = all_instructions = 0
    is_sodium = is_call = False
    for line in dump.read_text(errors="replace").splitlines():
        if line.startswith("ob="):
            # Objects and functions are numbered apart.
            is_sodium = "libsodium" in name("ob" + line[3:])
        elif line.startswith("cob="):
            name("ob" + line[4:])
        elif line.startswith("fn="):
            name(line[3:])
        elif line.startswith("cfn="):
            called = name(line[4:])
        elif line.startswith("calls="):
            is_call = True
            if called in ALLOCATING:
                allocations += int(line[6:].split()[0])
        elif re.match(r"[0-9+*-]", line):
            # The line after a call repeats the costs of the function called.
            if not is_call:
                all_instructions += int(line.split()[1])
                instructions += 0 if is_sodium else int(line.split()[1])
            is_call = False
    return instructions, allocations, all_instructions


def print_sizes(found):
    """Prints a row for each size; fails where a byte of a large payload costs twice what one of a small payload does."""
    rows = {}
    for work, (instructions, _) in found.items():
        kind, _, size = work.rpartition("-")
        rows.setdefault(kind, {})[int(size)] = instructions
    sizes = sorted(rows["parse"])
    print("| bytes | " + " | ".join(kind for kind in rows if kind in KINDS) + " |")
    print("|--:|" + "--:|" * len(KINDS))
    for size in sizes:
        print(f"| {size} | " + " | ".join(str(rows[kind].get(size, "")) for kind in KINDS) + " |")
    print("\n| keys | find-key |\n|--:|--:|")
    for size, instructions in sorted(rows["find-key-of"].items()):
        print(f"| {size} | {instructions} |")
    failed = [kind for kind in KINDS if grows(rows[kind])]
    if rows["find-key-of"][10_000] > 2 * rows["find-key-of"][1]:
        failed.append("find-key")
    if failed:
        print(f"check-instructions: grows faster than its size: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


def grows(row):
    """Whether a byte from 1,024 up to the largest size costs more than twice what one below costs."""
    largest = max(row)
    below = (row[1_024] - row[64]) / (1_024 - 64)
    return (row[largest] - row[1_024]) / (largest - 1_024) > 2 * below


def main():
    folder, bounds_file = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    works = [line.split() for line in (folder / "works").read_text().splitlines()]
    found, whole = {}, {}
    for place, (work, repetitions) in enumerate(works):
        total = counts(folder / f"counts.{2 * place + 2}")
        *found[work], whole[work] = [round(count / int(repetitions)) for count in total]
    if "--sizes" in sys.argv[3:]:
        return print_sizes(found)
    if "--update" in sys.argv[3:]:
        lines = [f"{work} {instructions} {allocations}\n" for work, (instructions, allocations) in found.items()]
        bounds_file.write_text("# work, instructions outside libsodium, allocations\n" + "".join(lines))
    bounds = {}
    for line in bounds_file.read_text().splitlines():
        if not line.startswith("#"):
            work, *limits = line.split()
            bounds[work] = [int(limit) for limit in limits]
    print(f"{'work':<26}{'instructions':>13}{'bound':>9}{'allocations':>13}{'bound':>7}")
    failed = sorted(bounds.keys() ^ found.keys())
    for work in sorted(bounds.keys() & found.keys(), key=list(found).index):
        exceeded = [count > limit * TOLERANCE for count, limit in zip(found[work], bounds[work])]
        if any(exceeded):
            failed.append(work)
        (instructions, allocations), (limit, most) = found[work], bounds[work]
        mark = "  too many" if any(exceeded) else ""
        print(f"{work:<26}{instructions:>13}{limit:>9}{allocations:>13}{most:>7}{mark}")
    for kind, most in CHAIN.items():
        ratio = whole[f"{kind}-hpke-auth-psk"] / whole[f"{kind}-hpke-auth"]
        print(f"{kind}-hpke-auth-psk takes {ratio:.3f} times the instructions of {kind}-hpke-auth, libsodium's included")
        failed += [f"{kind}-hpke-auth-psk beside {kind}-hpke-auth"] if ratio > most else []
    if failed:
        print(f"check-instructions: above the bound, or without one: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


sys.exit(main())
