"""The command line against the reference: each opens what the other seals, every fixture, in every suite.

    .venv/bin/python live.py PATH-OF-SEALEDPUSH [PATH-OF-FIXTURES]

The reference knows only the specification, and the command line only its own code, so they agree by way of the document.
"""

import itertools
import json
import pathlib
import subprocess
import sys
import tempfile
import time

import sealedpush_reference as reference
from strict_json import parse, same

PROJECT = pathlib.Path(__file__).resolve().parents[2]
TOPIC, AUDIENCE = "com.example.bank", "account 42/日本"
SUITES = {
    "hpke-auth": {"seal": ["--to", "phone", "--from", "bank"], "open": ["--with", "phone", "--from", "bank"],
                  "keys": {"to": "phone", "from": "bank"}},
    "hpke-base": {"seal": ["--to", "phone"], "open": ["--with", "phone"], "keys": {"to": "phone"}},
    "shared": {"seal": ["--shared", "pair"], "open": ["--with", "pair"], "keys": {"shared": "pair"}},
    "sealed-box": {"seal": ["--to", "phone", "--suite", "sealed-box"], "open": ["--with", "phone"],
                   "keys": {"to": "phone"}},
}
# The system itself reads these, so they stay in the clear by name; the specification, section 2.3.
READ_BY_SYSTEM = {"liveactivity": ["aps"], "widgets": ["aps"], "controls": ["aps"], "mdm": ["mdm"],
                  "fileprovider": ["container-identifier", "domain"]}
NOT_DISPLAYED = {"background", "voip", "complication", "location", "pushtotalk", *READ_BY_SYSTEM}


def run(program, arguments, given):
    done = subprocess.run([program, *arguments], input=given, capture_output=True, timeout=60)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(arguments)}: {done.stderr.decode(errors='replace').strip()}")
    return done.stdout


def meant(payload, push_type):
    """What must be delivered: the payload, with mutable-content = 1 where it is displayed."""
    target = parse(payload)
    if push_type not in NOT_DISPLAYED:
        target.setdefault("aps", {})["mutable-content"] = parse(b"[1]")[0]
    return target


def main(program, fixtures):
    files = sorted(path for path in pathlib.Path(fixtures).rglob("*.json"))
    if not files:
        sys.exit(f"no fixtures in {fixtures}")
    checked = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, role in [("phone", "device"), ("bank", "provider"), ("pair", "shared")]:
            run(program, ["keys", "generate", name, "--role", role, "--keys", folder], b"")
        jwk = {name: json.loads((pathlib.Path(folder) / f"{name}.jwks").read_text())["keys"][0]
               for name in ("phone", "bank", "pair")}
        for path, (suite, how) in itertools.product(files, SUITES.items()):
            payload, push_type = path.read_bytes(), path.parent.name
            visible = READ_BY_SYSTEM.get(push_type, [])
            both = ["--topic", TOPIC, "--audience", AUDIENCE, "--keys", folder]
            place = f"{push_type}/{path.name} in suite {suite}"

            # The command line seals, the reference opens.
            body = run(program, ["seal", *how["seal"], *both, "--push-type", push_type,
                                 *(part for each in visible for part in ("--visible", each))], payload)
            keys = {"device": [jwk["phone"]], "shared": [jwk["pair"]],
                    "provider": [jwk["bank"]] if suite == "hpke-auth" else []}
            said = reference.answer({"op": "open", "body": body.decode(), "topic": TOPIC, "audience": AUDIENCE,
                                     "now": int(time.time()), **keys}, {})
            assert same(parse(said["delivered"].encode()), meant(payload, push_type)), f"{place}: the reference opens another"
            assert said["visiblePart"] == "authenticated", f"{place}: the reference finds the visible part changed"

            # The reference seals, the command line opens.
            made = reference.answer({"op": "seal", "payload": payload.decode(), "suite": suite, "topic": TOPIC,
                                     "audience": AUDIENCE, "issuedAt": int(time.time()), "pushType": push_type,
                                     "visible": visible, **{role: jwk[name] for role, name in how["keys"].items()}}, {})
            opened = run(program, ["open", *how["open"], *both], made["body"].encode())
            assert same(parse(opened), meant(payload, push_type)), f"{place}: the command line opens another"
            checked += 2
    print(f"{checked} round trips between the command line and the reference, {len(files)} payloads in "
          f"{len(SUITES)} suites: all restored exactly.")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else PROJECT / "Fixtures" / "payloads")
