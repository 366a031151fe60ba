"""Measures whole commands beside their floors, in turns, and prints JSON: work -> way -> samples.

    commands.py SEALEDPUSH EMPTY PROGRAMS FOLDER PAYLOAD [--quick]

SEALEDPUSH is the command, EMPTY a program that does nothing, PROGRAMS the folder of Turns and FloorStream; FOLDER takes keys
and streams. The times are nanoseconds of processor time, or where the way says `elapsed` those that went by; the memory is
KiB.
"""

import base64
import collections
import json
import os
import pathlib
import subprocess
import sys

TOOL, EMPTY, PROGRAMS, FOLDER, PAYLOAD = map(pathlib.Path, sys.argv[1:6])
QUICK = "--quick" in sys.argv[6:]
TOPIC = "com.example.bank"
CORES = len(os.sched_getaffinity(0))
ENVELOPE_OVERHEAD = {"hpke-base": 5 + 48, "hpke-auth": 9 + 48}


def tool(*arguments, **options):
    return subprocess.run([TOOL, *arguments], check=True, cwd=FOLDER, stdout=subprocess.PIPE, **options).stdout


def turns(count, source, commands, output="/dev/null"):
    """Way -> nanoseconds of processor time, those that went by, and KiB, of commands by way, each run so many times."""
    arguments = []
    for command in commands.values():
        arguments += ([","] if arguments else []) + [str(part) for part in command]
    run = subprocess.run(
        [PROGRAMS / "Turns", str(count), source, output, *arguments], check=True, cwd=FOLDER, stdout=subprocess.PIPE)
    computed, elapsed, memory = (collections.defaultdict(list) for _ in range(3))
    for line in run.stdout.splitlines():
        place, wall, processor, peak, status = map(int, line.split())
        way = list(commands)[place]
        if status != 0:
            raise SystemExit(f"commands.py: {way} ended with {status}")
        computed[way].append(processor)
        elapsed[f"{way} elapsed"].append(wall)
        memory[way].append(peak)
    return computed, elapsed, memory


def forget(program):
    """Drops a program's file from the kernel's cache, so that it is read from the disk again.

    Of a file that was just written the kernel maps more at each touch than of one that was read, and counts it as the
    process's memory; whoever runs a tool has seldom just linked it.
    """
    file = os.open(program, os.O_RDONLY)
    os.fsync(file)
    os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
    os.close(file)


def cold():
    """One push by a command that has just been started, beside a program that does nothing."""
    sealing = ["seal", "--to", "phone", "--from", "bank", "--topic", TOPIC, PAYLOAD]
    delivering = ["deliver", "--with", "phone", "--from", "bank", "--topic", TOPIC, "--json", "sealed.json"]
    (FOLDER / "sealed.json").write_bytes(tool(*sealing))
    delivered = json.loads(tool(*delivering))
    if delivered["outcome"] != "opened":
        raise SystemExit("commands.py: the push that was sealed is not delivered")
    forget(TOOL)
    computed, elapsed, memory = turns(
        3 if QUICK else 100, "/dev/null",
        {"floor": [EMPTY], "seal": [TOOL, *sealing], "deliver": [TOOL, *delivering]})
    return {
        f"cold {work}": {
            "ours": computed[work], "ours elapsed": elapsed[f"{work} elapsed"],
            "floor": computed["floor"], "floor elapsed": elapsed["floor elapsed"], "peak KiB": memory[work],
        }
        for work in ["seal", "deliver"]
    }


def write_lines(path, count):
    payload = json.loads(PAYLOAD.read_bytes())
    with path.open("w") as file:
        for number in range(count):
            device = base64.urlsafe_b64encode(os.urandom(32)).rstrip(b"=").decode()
            line = {"id": number, "to": {"kty": "OKP", "crv": "X25519", "x": device}, "payload": payload}
            file.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")


def message_size(path, count, suite):
    """The size of every message in a stream of bodies, after a look whether each line was sealed, once and in order."""
    seen = set()
    with path.open() as file:
        for number, line in enumerate(file):
            answer = json.loads(line)
            if answer["id"] != number or "body" not in answer:
                raise SystemExit(f"commands.py: line {number + 1} of the stream was not sealed")
            text = json.loads(answer["body"])["sealed"]
            envelope = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
            seen.add(envelope)
    if len(seen) != count:
        raise SystemExit(f"commands.py: {count} lines became {len(seen)} envelopes")
    return len(envelope) - ENVELOPE_OVERHEAD[suite]


def lines(suite, sender):
    """A stream to devices each of which is another one, beside the primitives on every core.

    The whole stream is sealed once, and read back; a fifth of it is timed, fifteen times in turns with its floor.
    """
    count = 2_000 if QUICK else 100_000
    command = [TOOL, "seal", "--lines", "--topic", TOPIC]
    if suite == "hpke-auth":
        command += ["--from", "bank"]
    many, few, output = FOLDER / "many.jsonl", FOLDER / "few.jsonl", FOLDER / "output.jsonl"
    write_lines(many, count)
    *_, memory_of_many = turns(1, many, {"ours": command}, output)
    size = str(message_size(output, count, suite))
    write_lines(few, count // 5)
    floor = PROGRAMS / "FloorStream"
    computed, elapsed, memory = turns(
        1 if QUICK else 15, few,
        {"ours": command, "floor": [floor, str(CORES), str(count // 5), size, sender]})
    # What one core does alone.
    computed_alone, elapsed_alone, _ = turns(
        1 if QUICK else 3, "/dev/null",
        {"floor on one core": [floor, "1", str(count // 5 // CORES), size, sender]})
    for path in [many, few, output]:
        path.unlink()
    ratios = {
        "ratio" + kind: [1_000 * ours / floor for ours, floor in zip(times["ours" + kind], times["floor" + kind])]
        for kind, times in [("", computed), (" elapsed", elapsed)]
    }
    return {
        **computed, **elapsed, **computed_alone, **elapsed_alone, **ratios,
        "peak KiB": memory_of_many["ours"], "peak KiB of a fifth": memory["ours"], "lines": [count // 5],
    }


def main():
    tool("keys", "generate", "phone", "--role", "device", stderr=subprocess.DEVNULL)
    tool("keys", "generate", "bank", "--role", "provider", stderr=subprocess.DEVNULL)
    found = cold()
    found["lines hpke-base"] = lines("hpke-base", "anonymous")
    found["lines hpke-auth, new devices"] = lines("hpke-auth", "provider")
    json.dump(found, sys.stdout)


main()
