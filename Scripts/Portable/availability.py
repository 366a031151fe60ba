"""The first version of iOS and macOS that has what the sources use, as the toolchain's own modules declare it.

The standard library and Foundation are built from the same sources for Apple's systems, and their modules for Linux keep the
declared versions of these; swift-crypto keeps CryptoKit's. The index of a compilation names each symbol that a file refers to.
"""

import json
import re
import subprocess

# Modules whose declarations carry the versions of Apple's systems.
MODULES = ["Swift", "_Concurrency", "_StringProcessing", "Synchronization", "FoundationEssentials", "Crypto"]


def declared(folder, search_path):
    """Returns the path and the first versions of each symbol of the modules, by its USR."""
    folder.mkdir()
    for module in MODULES:
        run = subprocess.run(
            ["swift", "symbolgraph-extract", "-module-name", module, "-output-dir", folder, "-I", search_path,
             "-target", "x86_64-unknown-linux-gnu", "-minimum-access-level", "public", "-skip-synthesized-members"],
            capture_output=True, text=True)
        if run.returncode != 0:
            raise SystemExit(f"check-portable: symbols of {module}: {run.stderr}")
    symbols = {}
    for file in sorted(folder.glob("*.symbols.json")):
        graph = json.loads(file.read_text())
        module = graph["module"]["name"]
        for symbol in graph["symbols"]:
            versions = {}
            for entry in symbol.get("availability", []):
                introduced = entry.get("introduced")
                if entry.get("domain") in ("iOS", "macOS") and introduced:
                    versions[entry["domain"]] = (introduced["major"], introduced.get("minor", 0))
            symbols[symbol["identifier"]["precise"]] = (module, ".".join(symbol["pathComponents"]), versions)
    return symbols


def used(index, symbols):
    """Returns the files that refer to each of the symbols, by its USR."""
    files = {}
    for record in index.glob("v5/records/*/*"):
        # The name of a source file, a dash and a digest. Each symbol is its name and its USR, one after the other.
        source = record.name.rpartition("-")[0]
        for text in re.findall(rb"[\x20-\x7e]{4,}", record.read_bytes()):
            text = text.decode()
            for match in re.finditer("s:|c:", text):
                # Up to three bytes of the next record may be printable too.
                name = next((text[match.start() : end] for end in range(len(text), len(text) - 4, -1)
                             if text[match.start() : end] in symbols), None)
                if name:
                    files.setdefault(name, set()).add(source)
    return files


def too_new(uses, symbols, system, minimum, guard):
    """Lists the symbols that a system's minimum version does not have; `uses` has the files of each module.

    `guard` returns the version that a file of a module tests for by `#available`, for systems without the symbol.
    """
    found = []
    for module, files in uses.items():
        for name, sources in files.items():
            first = symbols[name][2].get(system, (0, 0))
            sources = [source for source in sources if max(minimum, guard(module, source, system)) < first]
            if sources:
                found.append(
                    f"{module}/{', '.join(sorted(sources))}: uses {symbols[name][1]}, which {system} has since {text(first)}; "
                    f"the manifest says {text(minimum)}")
    return sorted(found)


def guarded(text, system):
    """Returns the newest version that a file tests for, (0, 0) for none; not whether each use stands behind the test."""
    tests = re.findall(rf"#available\([^)]*\b{system} (\d+)(?:\.(\d+))?", text)
    return max(((int(major), int(minor or 0)) for major, minor in tests), default=(0, 0))


def table(uses, symbols, minimum):
    """Returns the rows of the symbols that are as new as the manifest's minimum of iOS or newer, newest first."""
    rows = {}
    for module, files in uses.items():
        for name in files:
            origin, path, versions = symbols[name]
            ios, macos = versions.get("iOS", (0, 0)), versions.get("macOS", (0, 0))
            if ios < minimum:
                continue
            type_name, _, member = path.partition(".")
            origin = {"Crypto": "CryptoKit", "FoundationEssentials": "Foundation"}.get(origin, origin)
            row = rows.setdefault((tuple(-n for n in ios), tuple(-n for n in macos), origin, type_name), (set(), set()))
            row[0].update({member} - {""})
            row[1].add(module)
    lines = ["| module | symbol | members | iOS | macOS | used by |", "|---|---|---|---|---|---|"]
    for (ios, macos, origin, type_name), (members, modules) in sorted(rows.items()):
        names = ", ".join(f"`{member}`" for member in sorted(members))
        versions = f"{text([-n for n in ios])} | {text([-n for n in macos])}"
        lines.append(f"| {origin} | `{type_name}` | {names} | {versions} | {', '.join(sorted(modules))} |")
    return "\n".join(lines).replace("|  |", "| |")


def text(version):
    return f"{version[0]}.{version[1]}"
