"""The writer of the corpus, and what its cases share."""

import pathlib
import re
import sys

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent.parent / "Tests/Interop"))

NOW = 1795263600
TOPIC = "com.example.bank"
written = {}


def write(kind, about, expect, content, fields):
    name = re.sub(r"[^a-z0-9]+", "-", about.lower()).strip("-")
    header = [("kind", kind), ("expect", expect), ("about", about), *fields]
    text = "".join(f"{key}: {value}\n" for key, value in header)
    assert (kind, name) not in written, name
    assert "\n" not in "".join(str(value) for _, value in header), about
    written[kind, name] = text.encode() + b"\n" + content


def differs():
    """The names of files that are missing, changed, or not of the corpus."""
    files = {f"{kind}/{name}.case": content for (kind, name), content in written.items()}
    found = {f"{path.parent.name}/{path.name}" for kind in ("body", "payload",
                                                            "keyring") for path in (HERE / kind).iterdir()}
    return sorted(name for name in found | files.keys() if name not in found or name not in files
                  or (HERE / name).read_bytes() != files[name])


def save():
    for kind in ("body", "payload", "keyring"):
        folder = HERE / kind
        folder.mkdir(exist_ok=True)
        for old in folder.glob("*.case"):
            old.unlink()
    for (kind, name), content in written.items():
        (HERE / kind / f"{name}.case").write_bytes(content)
    return {kind: sum(k == kind for k, _ in written) for kind in ("body", "payload", "keyring")}
